import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { u32 } from '../../../src-daemon/wire/fields.ts';
import { encodeJob, sendShell } from '../../support/init/init-job.ts';
import { encodeFrame, type InitProcess, startInit } from '../../support/init/init-process.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';

const started: InitProcess[] = [];

async function start(): Promise<InitProcess> {
  const init = await startInit();
  started.push(init);
  expect(JSON.parse((await init.next('H')).payload.toString())).toMatchObject({ protocol: 5, warm: false });
  return init;
}

afterEach(async () => {
  for (const init of started.splice(0)) {
    await init.stop();
    expect(await init.ended).toBe('');
  }
});

function outputOf(init: InitProcess, type = 'O'): string {
  return Buffer.concat(init.frames.filter((frame) => frame.type === type).map(({ payload }) => payload)).toString();
}

async function statusOf(init: InitProcess) {
  return JSON.parse((await init.next('X')).payload.toString());
}

describeWithInit('a single-use run', () => {
  test('sends output, files and the status, and exits when the status is acknowledged', async () => {
    const init = await start();
    sendShell(init, 'cat; echo problem >&2; echo made > made.txt; exit 3', {
      stdin: 'given',
      files: [{ path: 'a/b.txt', content: 'input' }],
    });
    expect(await statusOf(init)).toMatchObject({ exitCode: 3, signal: null, timedOut: false });
    expect(init.frames.map(({ type }) => type)).toEqual(expect.arrayContaining(['S', 'O', 'E', 'K', 'F']));
    expect(init.frames.every(({ isNamed }) => isNamed)).toBe(true);
    expect([outputOf(init), outputOf(init, 'E')]).toEqual(['given', 'problem\n']);
    expect(outputOf(init, 'F')).toBe('\0\x08made.txtmade\n');
    init.send(encodeFrame('Z', 0));
    expect(await init.ended).toBe('');
  });

  test('reads input in frames and returns its credit', async () => {
    const init = await start();
    sendShell(init, 'wc -c', { flags: 2, stdin: 'begin' });
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let credit = 256 * 1024;
    for (let count = 0; count < 64; count++) {
      while (credit < chunk.length) credit += (await init.next('W')).payload.readUInt32BE(0);
      init.send(encodeFrame('D', 0, chunk));
      credit -= chunk.length;
    }
    init.send(encodeFrame('E', 0));
    expect(await statusOf(init)).toMatchObject({ exitCode: 0 });
    expect(outputOf(init).trim()).toBe(String(5 + 64 * chunk.length));
  });

  test('answers pings during the run and after it', async () => {
    const init = await start();
    sendShell(init, 'sleep 0.5');
    await init.next('S');
    init.send(encodeFrame('P', 0, Buffer.from('one')));
    expect((await init.next('G')).payload.toString()).toBe('one');
    await init.next('X');
    init.send(encodeFrame('P', 0, Buffer.from('two')));
    expect((await init.next('G')).payload.toString()).toBe('two');
  });

  test('handles frames that arrive together with the job', async () => {
    const init = await start();
    const job = encodeJob(init.nonce, { argv: ['/bin/cat'], flags: 2 });
    const frames = [
      encodeFrame('P', 0, Buffer.from('ping')),
      encodeFrame('D', 0, Buffer.from('in')),
      encodeFrame('E', 0),
    ];
    init.send(Buffer.concat([job, ...frames]));
    expect((await init.next('G')).payload.toString()).toBe('ping');
    expect(await statusOf(init)).toMatchObject({ exitCode: 0 });
    expect(outputOf(init)).toBe('in');
  });

  test('ends although a socket of its processes holds its output', async () => {
    const init = await start();
    const python = [
      'import os, socket',
      'for _ in range(20):',
      '  one, other = socket.socketpair()',
      '  socket.send_fds(one, [b"x"], [1, 2, one.fileno(), other.fileno()])',
      'print("printed", flush=True)',
      'os._exit(0)',
    ].join('\n');
    init.send(encodeJob(init.nonce, { argv: ['/usr/bin/python3', '-c', python] }));
    expect(await statusOf(init)).toMatchObject({ exitCode: 0 });
    expect(outputOf(init)).toBe('printed\n');
  });

  test('ends at the time limit with all its processes', async () => {
    const init = await start();
    sendShell(init, "trap '' TERM; setsid sleep 100 & sleep 100", { limitMs: 300 });
    expect(await statusOf(init)).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: true });
  });

  test('fails with the stage of a program that does not exist, and of another version', async () => {
    const init = await start();
    init.send(encodeJob(init.nonce, { argv: ['/absent'] }));
    expect((await init.next('B')).payload.toString()).toBe('{"stage":"start","error":"ENOENT"}');
    const other = await start();
    other.send(encodeJob(other.nonce, { argv: ['/bin/true'], version: 4 }));
    expect((await other.next('B')).payload.toString()).toBe('{"stage":"job","error":"EPROTO"}');
  });

  test.each([
    ['an unknown type', encodeFrame('Y', 0)],
    ['an early acknowledgement', encodeFrame('Z', 0)],
    ['input that was not announced', encodeFrame('D', 0, u32(1))],
    ['a channel', encodeFrame('O', 1, Buffer.from('u'))],
    ['a frame that is too long', Buffer.from('D\0\0\0\x01\0\x01', 'latin1')],
    ['a ping that is too long', encodeFrame('P', 0, Buffer.alloc(17))],
  ])('ends the container at %s', async (_name, bytes) => {
    const init = await start();
    sendShell(init, 'sleep 60');
    await init.next('S');
    init.send(bytes);
    expect(await init.ended).toBe('');
  });

  test('ends at each moment when the daemon hangs up', async () => {
    const job = (nonce: Buffer) => encodeJob(nonce, { argv: ['/bin/sh', '-c', 'yes'], stdin: 'x' });
    for (const share of [0, 0.1, 0.5, 0.99, 1]) {
      const init = await start();
      const bytes = job(init.nonce);
      init.send(bytes.subarray(0, bytes.length * share));
      if (share === 1) await init.next('O');
      init.hangUp();
      expect(await init.ended).toBe('');
    }
  });

  test('leaves the files of the job out of the result', async () => {
    const init = await start();
    writeFileSync(join(init.work, 'before.txt'), 'x');
    sendShell(init, 'true', { files: [{ path: 'given.txt', content: 'same' }] });
    await init.next('X');
    expect(outputOf(init, 'F')).toContain('before.txt');
    expect(outputOf(init, 'F')).not.toContain('given.txt');
  });
});
