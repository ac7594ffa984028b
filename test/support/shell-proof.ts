import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { challengeShell, type ShellProof, type ShellPurpose } from '../../src-shared/contracts/remembered.contract.ts';
import { createApiClient } from './api-client.ts';
import type { TestDaemon } from './daemon/test-daemon.ts';

/** What a program of the same user can read: the key of the running daemon's note. */
export function proofKeyOf({ config }: Pick<TestDaemon, 'config'>): Buffer {
  return Buffer.from(JSON.parse(readFileSync(config.runFilePath, 'utf8')).proofKey, 'base64');
}

/** The proof by the words of the contract, HKDF written out (RFC 5869): the daemon's own code has no part in it. */
export function proofOf(proofKey: Buffer, purpose: string, challenge: string): string {
  const hmac = (key: Buffer, ...parts: (string | Buffer)[]) =>
    parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest();
  const extracted = hmac(Buffer.alloc(32), proofKey);
  const key = hmac(extracted, 'strongroom/shell-proof/1', Buffer.from([1]));
  return hmac(key, purpose, Buffer.from([0]), Buffer.from(challenge, 'base64')).toString('base64');
}

/** A fresh challenge of the daemon, answered as the desktop shell answers it. */
export async function provenShell(
  daemon: Pick<TestDaemon, 'config' | 'url'>,
  purpose: ShellPurpose,
): Promise<ShellProof> {
  const { challenge } = await createApiClient(daemon.url).call(challengeShell);
  return { challenge, proof: proofOf(proofKeyOf(daemon), purpose, challenge) };
}
