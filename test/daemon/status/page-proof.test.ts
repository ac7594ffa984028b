/** How a page of the interface recognizes the daemon that it came from. */
import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { provePage } from '../../../src-shared/contracts/service.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import { startTestDaemon, type TestDaemon, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();

async function pageOf({ client }: Pick<TestDaemon, 'client'>): Promise<{ id: string; key: Buffer }> {
  const { text } = await client.send({ path: '/' });
  const [id = '', key = ''] = /name="strongroom-page" content="([^"]+)"/.exec(text)?.[1]?.split('.') ?? [];
  return { id, key: Buffer.from(key, 'base64') };
}

/** Computes the proof as the contract defines it. */
function proofOf(key: Buffer, nonce: Buffer, port: number): string {
  const portBytes = Buffer.alloc(4);
  portBytes.writeUInt32BE(port);
  return createHmac('sha256', key).update(nonce).update(portBytes).digest('base64');
}

const nonce = randomBytes(32);
const prove = (url: string, page: string) =>
  createApiClient(url).call(provePage, { body: { page, nonce: nonce.toString('base64') } });

it('each page has an id and a key of its own, which the daemon proves to have', async () => {
  const [one, other] = [await pageOf(daemon()), await pageOf(daemon())];
  expect(one.key).toHaveLength(32);
  expect(one.key.equals(other.key)).toBe(false);
  const { proof } = await prove(daemon().url, one.id);
  expect(proof).toBe(proofOf(one.key, nonce, daemon().port));
  expect((await prove(daemon().url, other.id)).proof).not.toBe(proof);
});

it('a page that is open recognizes the daemon after a restart, at its own port only, and no other daemon', async () => {
  const first = await startTestDaemon();
  const page = await pageOf(first);
  await first.stop();
  const second = await startTestDaemon({ dataDir: first.config.dataDir });
  try {
    const { proof } = await prove(second.url, page.id);
    expect(proof).toBe(proofOf(page.key, nonce, second.port));
    expect(proof).not.toBe(proofOf(page.key, nonce, second.port === first.port ? 1 : first.port));
    expect((await prove(daemon().url, page.id)).proof).not.toBe(proofOf(page.key, nonce, daemon().port));
  } finally {
    await second.stop();
  }
});

it('refuses an id that is none, and a nonce that is too short', async () => {
  const body = { page: 'lasting-short', nonce: 'AAAA' };
  const { code, details } = await daemon().client.refusal(provePage, { body });
  expect(code).toBe('invalid_request');
  expect(details.map(({ path }) => path).toSorted()).toEqual(['nonce', 'page']);
});
