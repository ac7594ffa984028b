import { createHmac, hkdfSync } from 'node:crypto';
import type { ShellPurpose } from '../src-shared/contracts/remembered.contract.ts';

interface ShellProofInput {
  /** Of the run file that only its owner can read; 32 bytes. */
  proofKey: Uint8Array;
  /** A proof for one thing proves nothing for another. */
  purpose: ShellPurpose;
  /** As the daemon has sent it, decoded. */
  challenge: Uint8Array;
}

/**
 * What proves to a daemon that a program of its own user asks: HMAC-SHA256 (RFC 2104) over the purpose, a zero byte and
 * the challenge; 32 bytes. Its key is made from the proof key by HKDF-SHA256 (RFC 5869), so that what the handshake
 * answers to anybody is no such proof.
 */
export function shellProof({ proofKey, purpose, challenge }: ShellProofInput): Buffer {
  const key = hkdfSync('sha256', proofKey, new Uint8Array(), 'strongroom/shell-proof/1', 32);
  return createHmac('sha256', new Uint8Array(key)).update(`${purpose}\0`).update(challenge).digest();
}
