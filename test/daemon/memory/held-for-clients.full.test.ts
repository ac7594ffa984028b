/** Bytes that wait for the clients of one account: what is refused, and which connections are closed, over HTTP. */
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import { listSecrets } from '../../../src-shared/contracts/secrets.contract.ts';
import { draftBytesLimit } from '../../../src-shared/zk/draft-payload.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { cleanUpAfterTest } from '../../support/leftovers/clean-ups.ts';
import { until } from '../../support/until.ts';
import { at, payload, save } from '../drafts/draft-calls.ts';

const daemon = testDaemonOfFile();
const mebibyte = 2 ** 20;

/** Opens a connection that reads nothing after the first bytes. */
async function send({ token }: TestUser, head: string, body: string | Buffer = '') {
  const socket: Socket = connect(daemon().port, '127.0.0.1');
  cleanUpAfterTest(() => void socket.destroy());
  socket.on('error', () => undefined);
  const received = new Promise<string>((resolve) => socket.once('readable', () => resolve(String(socket.read(12)))));
  socket.write(`${head} HTTP/1.1\r\nHost: 127.0.0.1:${daemon().port}\r\nAuthorization: Bearer ${token}\r\n`);
  socket.write(body === '' ? '\r\n' : `Content-Type: application/json\r\nContent-Length: ${16 * mebibyte}\r\n\r\n`);
  socket.write(body);
  return { socket, status: async () => Number((await received).slice(9, 12)) };
}

describe('answers that are not read', () => {
  it('fill the memory of the account; after 60 s the oldest connection is closed, one with nothing to take never', async () => {
    const user = await daemon().newUser();
    await save(user, 'run', { payload: payload(draftBytesLimit) });
    const quiet = await send(user, 'GET /api/v1/events');
    expect(await quiet.status()).toBe(200);
    const unread: Socket[] = [];
    for (let count = 0; count < 4; count++) {
      const one = await send(user, 'GET /api/v1/drafts/run');
      expect(await one.status()).toBe(200);
      unread.push(one.socket);
      daemon().clock.pass(1000);
    }
    const get = async () => (await send(user, 'GET /api/v1/drafts/run')).status();
    expect(await get()).toBe(429);
    // Small answers are always given, and other accounts have room.
    await user.session.call(listSecrets);
    const other = await daemon().newUser();
    await save(other, 'run', { payload: payload(mebibyte) });
    await other.session.call(readDraft, at('run'));
    daemon().clock.pass(61_000);
    await until(async () => (await get()) === 200);
    unread[0]?.resume();
    await until(() => unread[0]?.destroyed === true);
    expect([...unread.slice(1), quiet.socket].map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
  });
});

describe('request bodies that do not arrive', () => {
  it('fill the memory of the account', async () => {
    const user = await daemon().newUser();
    const part = Buffer.alloc(15 * mebibyte, ' ');
    for (let count = 0; count < 4; count++) await send(user, 'PUT /api/v1/drafts/run', part);
    await until(async () => {
      const { status } = await send(user, 'PUT /api/v1/drafts/run', part);
      return (await Promise.race([status(), new Promise((resolve) => setTimeout(resolve, 2500))])) === 429;
    });
  });
});
