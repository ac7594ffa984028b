import { createHmac, hkdfSync } from 'node:crypto';
import type { ShellPurpose } from '../src-shared/contracts/remembered.contract.ts';

interface ShellProofInput {
  /** Proof key of the run file, which only its owner can read; 32 bytes. */
  proofKey: Uint8Array;
  /** Purpose of the proof, which is valid for no other. */
  purpose: ShellPurpose;
  /** Challenge of the daemon, decoded. */
  challenge: Uint8Array;
}

/**
 * Returns the proof that a request comes from a program of the daemon's own user: HMAC-SHA256 (RFC 2104) over the
 * purpose, a zero byte and the challenge; 32 bytes. The key is derived from the proof key by HKDF-SHA256 (RFC 5869), so
 * that a handshake, which every client can request, never yields such a proof.
 */
export function shellProof({ proofKey, purpose, challenge }: ShellProofInput): Buffer {
  const key = hkdfSync('sha256', proofKey, new Uint8Array(), 'strongroom/shell-proof/1', 32);
  return createHmac('sha256', new Uint8Array(key)).update(`${purpose}\0`).update(challenge).digest();
}
