import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ShellProof, ShellPurpose } from '../../../src-shared/contracts/remembered.contract.ts';
import { decodeBase64 } from '../../../src-shared/formats/base64.ts';
import { shellProof } from '../../../src-shared-node/shell-proof.ts';
import { AppError } from '../../errors/app-error.ts';

const lifetimeMs = 30_000;
const timeBytes = 8;
const nonceBytes = 24;
const macBytes = 32;
const challengeBytes = timeBytes + nonceBytes + macBytes;

interface ShellChallengesDeps {
  /** 32 random bytes of this start, in the run file. */
  proofKey: Uint8Array;
  now: () => number;
}

export type ShellChallenges = ReturnType<typeof createShellChallenges>;

/**
 * Distinguishes the desktop shell from other clients of the port: only a process that has read the run file can answer
 * a challenge.
 * A challenge carries its time and a mac, so that asking for any number of them costs no memory; it serves once.
 */
export function createShellChallenges({ proofKey, now }: ShellChallengesDeps) {
  const macKey = randomBytes(32);
  /** The challenges that have served, by their bytes in hexadecimal digits, each with its end. */
  const used = new Map<string, number>();

  const macOf = (content: Uint8Array) => createHmac('sha256', macKey).update(content).digest();

  return {
    /** 64 bytes in base64: the time in epoch ms, 24 random ones, and the mac of both. */
    make(): string {
      const content = Buffer.concat([Buffer.alloc(timeBytes), randomBytes(nonceBytes)]);
      content.writeBigUInt64BE(BigInt(now()));
      return Buffer.concat([content, macOf(content)]).toString('base64');
    },

    /** @throws AppError `shell_not_proven`, the same for every reason */
    require(purpose: ShellPurpose, { challenge: text, proof }: ShellProof): void {
      const challenge = Buffer.from(decodeBase64(text) ?? []);
      const expected = shellProof({ proofKey, purpose, challenge });
      if (!isOwn(challenge) || !isSame(decodeBase64(proof) ?? new Uint8Array(), expected) || !isFirst(challenge))
        throw new AppError(
          'shell_not_proven',
          'Only the desktop app of the user who runs the daemon can use this operation. Restart the app and try again.',
        );
    },
  };

  function isOwn(challenge: Buffer): boolean {
    if (challenge.length !== challengeBytes) return false;
    const content = challenge.subarray(0, -macBytes);
    if (!isSame(challenge.subarray(-macBytes), macOf(content))) return false;
    const ageMs = now() - Number(content.readBigUInt64BE());
    return ageMs >= 0 && ageMs <= lifetimeMs;
  }

  function isFirst(challenge: Buffer): boolean {
    const bytes = challenge.toString('hex');
    for (const [old, until] of used) if (until < now()) used.delete(old);
    if (used.has(bytes)) return false;
    used.set(bytes, now() + lifetimeMs);
    return true;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
