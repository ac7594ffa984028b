import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { challengeShell, type ShellProof, type ShellPurpose } from '../../src-shared/contracts/remembered.contract.ts';
import { createApiClient } from './api-client.ts';
import type { TestDaemon } from './daemon/test-daemon.ts';

/** Reads the proof key in the daemon's run file, which any program of the same user can read. */
export function proofKeyOf({ config }: Pick<TestDaemon, 'config'>): Buffer {
  return Buffer.from(JSON.parse(readFileSync(config.runFilePath, 'utf8')).proofKey, 'base64');
}

/** Computes the proof as the contract describes it, with its own HKDF (RFC 5869) instead of the daemon's code. */
export function proofOf(proofKey: Buffer, purpose: string, challenge: string): string {
  const hmac = (key: Buffer, ...parts: (string | Buffer)[]) =>
    parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest();
  const extracted = hmac(Buffer.alloc(32), proofKey);
  const key = hmac(extracted, 'strongroom/shell-proof/1', Buffer.from([1]));
  return hmac(key, purpose, Buffer.from([0]), Buffer.from(challenge, 'base64')).toString('base64');
}

/** Requests a challenge of the daemon and answers it as the desktop shell does. */
export async function provenShell(
  daemon: Pick<TestDaemon, 'config' | 'url'>,
  purpose: ShellPurpose,
): Promise<ShellProof> {
  const { challenge } = await createApiClient(daemon.url).call(challengeShell);
  return { challenge, proof: proofOf(proofKeyOf(daemon), purpose, challenge) };
}
