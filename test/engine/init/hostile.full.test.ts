import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { u32 } from '../../../src-daemon/wire/fields.ts';
import { encodeFrame, encodeHeader, type InitProcess } from '../../support/init/init-process.ts';
import {
  collect,
  entryFields,
  openFrame,
  processFields,
  readFields,
  shellFields,
  startSession,
  windowBytes,
  writeFields,
} from '../../support/init/init-session.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';
import { until } from '../../support/until.ts';

let init: InitProcess;

beforeEach(async () => {
  init = await startSession();
});

afterEach(async () => {
  await init.stop();
  expect(await init.ended).toBe('');
});

const cat = openFrame(1, 'p', shellFields('cat > /dev/null'));
const blocked = openFrame(1, 'p', shellFields('sleep 60'));
const data = (bytes: number, channel = 1) => encodeFrame('D', channel, Buffer.alloc(bytes));

async function answersPing() {
  init.send(encodeFrame('P', 0, Buffer.from('alive')));
  expect((await init.next('G')).payload.toString()).toBe('alive');
}

const illegal: [string, Buffer][] = [
  ['an unknown type', encodeFrame('?', 1)],
  ['a type of zero', Buffer.alloc(7)],
  ['a frame that is longer than 64 KiB', encodeHeader('D', 1, 65537)],
  ['a length of 0xffffffff', encodeHeader('O', 1, 0xffffffff)],
  ['an open longer than 2 MiB', encodeHeader('O', 1, 2 * 1024 * 1024 + 1)],
  ['an open of channel 0', openFrame(0, 'u')],
  ["an open of one of init's channels", openFrame(32768, 'u')],
  ['an open of a channel that is open', Buffer.concat([cat, cat])],
  ['more data than the credit', Buffer.concat([blocked, ...Array.from({ length: 6 }, () => data(65536))])],
  ['data after the end', Buffer.concat([blocked, encodeFrame('E', 1), data(1)])],
  ['a second end', Buffer.concat([blocked, encodeFrame('E', 1), encodeFrame('E', 1)])],
  ['data for a kind without input', Buffer.concat([openFrame(1, 'h', Buffer.alloc(5)), data(1)])],
  ['credit of three bytes', encodeFrame('W', 1, Buffer.alloc(3))],
  ['a signal of two bytes', encodeFrame('C', 1, Buffer.alloc(2))],
  ['an end with a payload', encodeFrame('E', 1, Buffer.alloc(1))],
  ['a ping of another channel', encodeFrame('P', 1)],
  ['an acknowledgement', encodeFrame('Z', 0)],
  ['data on channel 0', encodeFrame('D', 0, Buffer.alloc(1))],
  ['an answer to a channel of the daemon', Buffer.concat([cat, encodeFrame('A', 1)])],
];

describeWithInit('a session', () => {
  test.each(illegal)('ends at %s', async (_name, bytes) => {
    init.send(bytes);
    expect(await init.ended).toBe('');
  });

  test('ignores frames of channels that are not open', async () => {
    for (const type of ['A', 'N', 'D', 'E', 'X']) init.send(encodeFrame(type, 77));
    init.send(Buffer.concat([encodeFrame('W', 77, u32(1)), encodeFrame('C', 77, Buffer.from([9])), data(100, 77)]));
    await answersPing();
    expect(init.frames).toEqual([]);
  });

  test('refuses a kind that does not exist, and an open without a kind', async () => {
    init.send(Buffer.concat([openFrame(1, '?'), encodeFrame('O', 2), openFrame(3, 'r'), openFrame(4, 'e')]));
    for (const channel of [1, 2, 3, 4]) expect((await init.next('N', channel)).payload.readUInt32BE(0)).toBe(22);
    await answersPing();
  });

  test('takes an open of 2 MiB', async () => {
    const channels = collect(init);
    const fields = Buffer.concat([shellFields('true'), Buffer.alloc(2 * 1024 * 1024 - 1)]);
    const long = fields.subarray(0, 2 * 1024 * 1024 - 1);
    expect((await channels.open(1, 'p', long)).refused).toBe(22);
    expect((await channels.open(1, 'u')).refused).toBeUndefined();
  });

  test('reads frames that arrive byte by byte', async () => {
    const bytes = Buffer.concat([openFrame(1, 'e', entryFields('s', '')), encodeFrame('P', 0, Buffer.from('x'))]);
    for (const byte of bytes) {
      init.send(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    await init.next('Q', 1);
    await init.next('G');
  });

  test('stops sending at the end of the credit, and serves other channels', async () => {
    let bytes = 0;
    init.onFrame = ({ type, channel, payload }) => {
      if (type === 'D' && channel === 1) bytes += payload.length - 1;
    };
    init.send(openFrame(1, 'p', shellFields('yes')));
    await until(() => bytes >= windowBytes);
    init.send(openFrame(2, 'u'));
    await init.next('Q', 2);
    expect(bytes).toBe(windowBytes);
    init.send(encodeFrame('X', 1));
    await init.next('Q', 1);
    expect(bytes).toBe(windowBytes);
  });

  test('answers all of 20,000 opens, although the daemon reads late', async () => {
    let answers = 0;
    init.onFrame = ({ type }) => {
      if (type === 'N') answers += 1;
    };
    for (let round = 0; round < 10; round++) {
      init.pause();
      init.send(Buffer.concat(Array.from({ length: 2000 }, () => openFrame(1, '?'.repeat(20)))));
      await new Promise(setImmediate);
      init.resume();
    }
    await until(() => answers === 20_000);
  });

  test('closes channels although the daemon does not read', async () => {
    const credit = encodeFrame('W', 1, u32(1 << 30));
    init.send(Buffer.concat([openFrame(1, 'p', shellFields('echo > started; yes')), credit]));
    await init.next('A', 1);
    init.pause();
    await until(() => readdirSync(init.work).includes('started'));
    const isRunning = () => readFileSync(`/proc/${init.pid()}/task/${init.pid()}/children`, 'utf8').trim() !== '';
    expect(isRunning()).toBe(true);
    init.send(encodeFrame('X', 1));
    await until(() => !isRunning());
    init.resume();
    await init.next('Q', 1);
  });

  test('opens and closes 10,000 channels without keeping a descriptor or memory', async () => {
    const channels = collect(init);
    const fields = [
      ['w', writeFields('file')],
      ['r', readFields('file')],
      ['e', entryFields('l', '', { number: 3 })],
      ['e', entryFields('s', 'absent')],
    ] as const;
    // The kernel takes milliseconds to end a watch.
    const watch = ['h', Buffer.alloc(5)] as const;
    const round = async (count: number) => {
      for (let opened = 0; opened < count; opened += 50) {
        const ends = Array.from({ length: 50 }, (_, index) => {
          const [kind, bytes] = index === 0 ? watch : (fields[index % fields.length] ?? fields[0]);
          const ended = channels.open(index + 1, kind, bytes);
          init.send(Buffer.concat([...(kind === 'w' ? [data(100, index + 1)] : []), encodeFrame('X', index + 1)]));
          return ended;
        });
        await Promise.all(ends);
      }
    };
    const descriptors = () => readdirSync(`/proc/${init.pid()}/fd`).length;
    const memoryKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${init.pid()}/status`, 'utf8'))?.[1]);
    await round(2000);
    const before = { descriptors: descriptors(), memoryKb: memoryKb() };
    await round(8000);
    expect(descriptors()).toBe(before.descriptors);
    // The sanitizer keeps freed memory for a while.
    expect(memoryKb()).toBeLessThan(before.memoryKb + 32 * 1024);
    expect(readdirSync(init.work)).toEqual([]);
  });

  test('starts and reaps 300 processes without keeping a descriptor', async () => {
    const channels = collect(init);
    await channels.open(1, 'p', shellFields('true'));
    const before = readdirSync(`/proc/${init.pid()}/fd`).length;
    for (let count = 0; count < 10; count++) {
      await Promise.all(Array.from({ length: 30 }, (_, index) => channels.open(index + 1, 'p', shellFields('exit 1'))));
    }
    expect(readdirSync(`/proc/${init.pid()}/fd`).length).toBe(before);
  });

  test('ends when the daemon hangs up, although a process stops each new one before its execve', async () => {
    const stopAll =
      'for pid in range(os.getpid() + 1, os.getpid() + 50):\n  try: os.kill(pid, 19)\n  except OSError: pass';
    const argv = [
      '/usr/bin/python3',
      '-c',
      `import os\nprint(1, flush=True)\nwhile True:\n ${stopAll.replaceAll('\n', '\n ')}`,
    ];
    init.send(openFrame(1, 'p', processFields({ argv })));
    await init.next('D', 1);
    for (let channel = 2; channel < 12; channel++) init.send(openFrame(channel, 'p', shellFields('sleep 60')));
    init.hangUp();
    expect(await init.ended).toBe('');
  });

  test('ends at each moment when the daemon hangs up', async () => {
    const opens = [openFrame(1, 'p', shellFields('yes')), openFrame(2, 'w', writeFields('x')), data(100, 2)];
    const bytes = Buffer.concat([...opens, openFrame(3, 'h', Buffer.alloc(5)), encodeHeader('O', 4, 1 << 20)]);
    for (const share of [0.1, 0.3, 0.5, 0.8, 1]) {
      const other = await startSession();
      other.send(bytes.subarray(0, bytes.length * share));
      other.hangUp();
      expect(await other.ended).toBe('');
      expect(readdirSync(other.work)).toEqual([]);
    }
  });
});
