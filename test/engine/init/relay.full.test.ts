import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { u32 } from '../../../src-daemon/wire/fields.ts';
import { sendShell } from '../../support/init/init-job.ts';
import { encodeFrame, type InitProcess, startInit } from '../../support/init/init-process.ts';
import { collect, shellFields, startSession } from '../../support/init/init-session.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';
import { until } from '../../support/until.ts';

const relay = ['/usr/bin/python3', join(import.meta.dirname, '../../support/init/fake-relay.py')];
const started: InitProcess[] = [];
const clients: Socket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const init of started.splice(0)) {
    await init.stop();
    expect(await init.ended).toBe('');
  }
});

async function start() {
  const init = await startSession({ relay });
  started.push(init);
  return init;
}

/** Connects to the relay and sends a label. */
async function dial(init: InitProcess, label: string) {
  const path = join(init.work, 'relay.sock');
  await until(() => existsSync(path));
  const socket = connect({ path, allowHalfOpen: true });
  clients.push(socket);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => {});
  const ended = once(socket, 'end');
  socket.write(`${label}\n`);
  return { socket, ended, received: () => Buffer.concat(received) };
}

const first = 32768;

describeWithInit('the relay', () => {
  test.each(['session', 'run'])(
    'of a %s opens a channel that copies bytes in both directions until both have ended',
    async (mode) => {
      const init = mode === 'session' ? await start() : await startInit();
      if (mode === 'run') {
        started.push(init);
        sendShell(init, 'sleep 60', { relay });
      }
      const client = await dial(init, 'example:443');
      expect((await init.next('O', first)).payload.toString()).toBe('example:443');
      client.socket.write('hello');
      init.send(encodeFrame('A', first));
      expect((await init.next('D', first)).payload.toString()).toBe('hello');
      init.send(encodeFrame('D', first, Buffer.from('answer')));
      init.send(encodeFrame('E', first));
      await client.ended;
      expect(client.received().toString()).toBe('answer');
      client.socket.end();
      await init.next('E', first);
      expect((await init.next('Q', first)).payload.readUInt32BE(0)).toBe(0);
    },
  );

  test('has its descriptor closed when the daemon refuses or closes the channel', async () => {
    const init = await start();
    const refused = await dial(init, 'one');
    await init.next('O', first);
    init.send(encodeFrame('N', first, u32(13)));
    await refused.ended;
    const closed = await dial(init, 'two more');
    await init.next('O', first + 1);
    init.send(Buffer.concat([encodeFrame('A', first + 1), encodeFrame('X', first + 1)]));
    expect((await init.next('Q', first + 1)).payload.readUInt32BE(0)).toBe(125);
    await closed.ended;
  });

  test('sends no more than its credit', async () => {
    const init = await start();
    const client = await dial(init, 'upload');
    await init.next('O', first);
    let bytes = 0;
    init.onFrame = ({ type, payload }) => {
      if (type === 'D') bytes += payload.length;
    };
    init.send(encodeFrame('A', first));
    client.socket.end(Buffer.alloc(300 * 1024));
    await until(() => bytes >= 256 * 1024);
    init.send(encodeFrame('P', 0));
    await init.next('G');
    expect(bytes).toBe(256 * 1024);
    init.send(encodeFrame('W', first, u32(1024 * 1024)));
    await init.next('E', first);
    expect(bytes).toBe(300 * 1024);
  });

  test.each(['two', 'none', 'file', 'long'])(
    'opens no channel for a message with a wrong descriptor or label: %s',
    async (label) => {
      const init = await start();
      const client = await dial(init, label);
      await client.ended;
      await dial(init, 'next');
      expect((await init.next('O', first)).payload.toString()).toBe('next');
      expect(init.frames).toEqual([]);
    },
  );

  test('shares the 64 channels', async () => {
    const init = await start();
    for (let count = 0; count < 64; count++) await dial(init, `${count}`);
    for (let count = 0; count < 64; count++) await init.next('O', first + count);
    await (await dial(init, 'one too many')).ended;
    expect((await collect(init).open(1, 'u')).refused).toBe(24);
  });

  test.each([
    ['F13', 'EACCES'],
    ['F', 'EPROTO'],
    ['F99999', 'EPROTO'],
    ['Ready', 'EPROTO'],
    ['exit', 'EPIPE'],
    ['silent', 'ETIMEDOUT'],
  ])('is a failure of the start if its first message is %s', async (first, error) => {
    const init = await startInit();
    started.push(init);
    sendShell(init, 'touch ran', { relay: [...relay, first] });
    expect((await init.next('B')).payload.toString()).toBe(JSON.stringify({ stage: 'relay', error }));
    expect(existsSync(join(init.work, 'ran'))).toBe(false);
  });

  test('is not waited for when the daemon hangs up', async () => {
    const init = await startInit();
    started.push(init);
    sendShell(init, 'true', { relay: [...relay, 'silent'] });
    init.hangUp();
    expect(await init.ended).toBe('');
  });

  test('may exit: the session continues', async () => {
    const init = await start();
    await (await dial(init, 'exit')).ended;
    const { streams } = await collect(init).open(1, 'p', shellFields('echo alive'));
    expect(streams[0].toString()).toBe('alive\n');
  });
});
