/** The encrypted stream of init, with the daemon's side of it. */
import { randomBytes } from 'node:crypto';
import { Duplex, Transform } from 'node:stream';
import { expect, test } from 'vitest';
import { createTransitKey, openSealedStream, type TransitKey } from '../../../src-daemon/wire/sealed-stream.ts';
import { sendShell } from '../../support/init/init-job.ts';
import { encodeFrame, type InitProcess, startInit } from '../../support/init/init-process.ts';
import { readFields, shellFields, writeFields } from '../../support/init/init-session.ts';
import { describeWithInit, startTestSession } from '../../support/init/init-suite.ts';
import { until } from '../../support/until.ts';

/** The bytes that a reader of the stream sees, and may change. */
interface Tap {
  toInit: Buffer[];
  fromInit: Buffer[];
  /** Returns what arrives at the other end. */
  change(direction: 'toInit' | 'fromInit', bytes: Buffer): Buffer;
}

function createTap(change: Tap['change'] = (_direction, bytes) => bytes): Tap {
  return { toInit: [], fromInit: [], change };
}

const marker = 'a value that no one else may read';

function tapped(stream: Duplex, tap: Tap): Duplex {
  const through = (direction: 'toInit' | 'fromInit') =>
    new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        tap[direction].push(bytes);
        done(null, tap.change(direction, bytes));
      },
    });
  const toInit = through('toInit');
  const fromInit = through('fromInit');
  // Init is stopped while it sends.
  stream.on('error', () => {});
  toInit.pipe(stream).pipe(fromInit);
  return Duplex.from({ readable: fromInit, writable: toInit });
}

async function startSealed(tap: Tap, key: TransitKey = createTransitKey()): Promise<InitProcess> {
  const wrap = (stream: Duplex) => openSealedStream(tapped(stream, tap), key);
  return await startInit({ options: [key.argument], wrap });
}

describeWithInit('a sealed stream', () => {
  test('carries a run, of which a reader of the stream finds nothing', async () => {
    const tap = createTap();
    const init = await startSealed(tap);
    await init.next('H');
    const content = `${marker}\n`.repeat(40_000);
    sendShell(init, 'cat; echo $SECRET >&2; cat file.txt > made.txt', {
      environment: [`PATH=${process.env.PATH}`, `SECRET=${marker}`],
      flags: 2,
      outputCap: 1 << 24,
      files: [{ path: 'file.txt', content: marker }],
    });
    let credit = 256 * 1024;
    for (let at = 0; at < content.length; at += 65_536) {
      while (credit < 65_536) credit += (await init.next('W')).payload.readUInt32BE(0);
      init.send(encodeFrame('D', 0, Buffer.from(content.slice(at, at + 65_536))));
      credit -= 65_536;
    }
    init.send(encodeFrame('E', 0));
    expect(JSON.parse((await init.next('X')).payload.toString())).toMatchObject({ exitCode: 0 });
    const bytesOf = (type: string) =>
      Buffer.concat(init.frames.filter((frame) => frame.type === type).map(({ payload }) => payload)).toString();
    expect(bytesOf('O') === content).toBe(true);
    expect([bytesOf('E'), bytesOf('F')]).toEqual([`${marker}\n`, `\0\x08made.txt${marker}`]);
    init.send(encodeFrame('Z', 0));
    expect(await init.ended).toBe('');
    const seen = Buffer.concat([...tap.toInit, ...tap.fromInit]);
    expect(seen.length).toBeGreaterThan(2 * content.length);
    for (const text of [marker, '/bin/sh', 'exitCode', 'bootId']) expect(seen.includes(text), text).toBe(false);
  });

  test('carries a session: long frames, files and the output of many processes', async () => {
    const key = createTransitKey();
    const { init, channels } = await startTestSession({
      options: [key.argument],
      wrap: (stream) => openSealedStream(stream, key),
    });
    const written = channels.open(1, 'w', writeFields('large'));
    await channels.accepted(1);
    const bytes = randomBytes(200_000);
    for (let at = 0; at < bytes.length; at += 50_000) init.send(encodeFrame('D', 1, bytes.subarray(at, at + 50_000)));
    init.send(encodeFrame('E', 1));
    expect((await written).ended.readUInt32BE(0)).toBe(0);
    const read = await channels.open(1, 'r', readFields('large'));
    expect(read.streams[0].equals(bytes)).toBe(true);
    const long = `printf %s ${'x'.repeat(100_000)} | wc -c`;
    const outputs = await Promise.all(
      Array.from({ length: 10 }, (_, index) => channels.open(index + 1, 'p', shellFields(`${long}; seq 1000`))),
    );
    for (const { streams } of outputs)
      expect(streams[0].toString()).toBe(`100000\n${Array.from({ length: 1000 }, (_, i) => `${i + 1}\n`).join('')}`);
  });

  test('is silent until the daemon has attached it, and ends at another first byte or none', async () => {
    const startRaw = () => startInit({ options: [createTransitKey().argument] });
    const silent = await startRaw();
    silent.hangUp();
    expect(await silent.ended).toBe('');
    const other = await startRaw();
    other.send(Buffer.from('B'));
    await expect(other.next('H')).rejects.toThrow('init exited before H');
    expect(other.frames).toEqual([]);
  });

  test('ends at a byte that was changed on its way to init', async () => {
    let isChanging = false;
    const init = await startSealed(
      createTap((direction, bytes) => {
        if (direction === 'toInit' && isChanging && bytes.length > 4)
          bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
        return bytes;
      }),
    );
    await init.next('H');
    isChanging = true;
    sendShell(init, 'echo ran > ran');
    await expect(init.next('S')).rejects.toThrow('init exited before S');
  });

  test('ends at a record that is sent again', async () => {
    const init = await startSealed(
      createTap((direction, bytes) => (direction === 'toInit' ? Buffer.concat([bytes, bytes]) : bytes)),
    );
    await init.next('H');
    sendShell(init, 'sleep 600');
    await expect(init.next('X')).rejects.toThrow('init exited before X');
  });

  test.each([
    ['changed', (bytes: Buffer) => bytes.fill(0, 4, 5)],
    ['repeated', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
    ['left out', () => Buffer.alloc(0)],
    ['said to be too long', (bytes: Buffer) => bytes.fill(0xff, 0, 4)],
  ])('is destroyed at the daemon when a record of init was %s', async (_name, change) => {
    let isChanging = false;
    let opened: Duplex | undefined;
    const key = createTransitKey();
    const tap = createTap((direction, bytes) => {
      if (direction === 'toInit' || !isChanging) return bytes;
      isChanging = false;
      return change(bytes);
    });
    const init = await startInit({
      options: [key.argument],
      wrap: (stream) => {
        opened = openSealedStream(tapped(stream, tap), key);
        return opened;
      },
    });
    await init.next('H');
    isChanging = true;
    sendShell(init, 'echo one; sleep 0.1; echo two');
    await until(() => opened?.destroyed === true);
    expect(opened?.errored).toMatchObject({ name: 'ProtocolError' });
    await init.stop();
  });

  test.each(['--transit=', '--transit=abc', `--transit=${'0'.repeat(64)}`, `--transit=${'z'.repeat(64)}`])(
    'is refused with the key %s',
    async (option) => {
      const init = await startInit({ options: [option] });
      expect(JSON.parse((await init.next('B')).payload.toString())).toEqual({ stage: 'boot', error: 'EINVAL' });
      expect(await init.ended).toBe('');
    },
  );
});
