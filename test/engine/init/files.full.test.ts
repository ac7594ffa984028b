import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { encodeFrame, type InitProcess } from '../../support/init/init-process.ts';
import {
  type Collector,
  type EntryOptions,
  entryFields,
  readEntries,
  readFields,
  writeFields,
} from '../../support/init/init-session.ts';
import { describeWithInit, startTestSession } from '../../support/init/init-suite.ts';

let init: InitProcess;
let channels: Collector;

beforeEach(async () => {
  ({ init, channels } = await startTestSession());
});

const at = (path: string) => join(init.work, path);
const errno = { ENOENT: 2, EEXIST: 17, ENOTDIR: 20, EISDIR: 21, EINVAL: 22, ENAMETOOLONG: 36, ELOOP: 40 };
const complete = '00000000';

async function write(path: string, content: string | Buffer, flags = 0) {
  const ended = channels.open(2, 'w', writeFields(path, flags));
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += 65536) {
    init.send(encodeFrame('D', 2, bytes.subarray(start, start + 65536)));
  }
  init.send(encodeFrame('E', 2));
  const { refused, ended: end } = await ended;
  return refused ?? end.readUInt32BE(0);
}

async function entry(operation: string, path: string, options: EntryOptions = {}) {
  const { refused, ended, streams } = await channels.open(3, 'e', entryFields(operation, path, options));
  return { errno: refused ?? ended.readUInt32BE(0), entries: readEntries(streams[0]), isCut: ended[4] === 1 };
}

describeWithInit('a file', () => {
  test('is written, and read whole or in part', async () => {
    const content = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    expect(await write('folder/file', content, 1)).toBe(0);
    expect(readFileSync(at('folder/file')).equals(content)).toBe(true);
    const whole = await channels.open(1, 'r', readFields('folder/file'));
    expect(whole.streams[0].equals(content)).toBe(true);
    expect(whole.ended.toString('hex')).toBe(complete);
    expect(readEntries(whole.accepted)).toMatchObject([{ type: 'f', mode: 0o644, size: 200_000, path: 'folder/file' }]);
    const part = await channels.open(1, 'r', readFields('folder/file', 1000n, 500n));
    expect(part.streams[0].equals(content.subarray(1000, 1500))).toBe(true);
    expect((await channels.open(1, 'r', readFields('folder/file', 300_000n))).streams[0].length).toBe(0);
  });

  test('appears when it is complete, and not at all if the channel closes before', async () => {
    writeFileSync(at('kept'), 'old');
    const ended = channels.open(1, 'w', writeFields('kept'));
    init.send(encodeFrame('D', 1, Buffer.from('new')));
    await channels.accepted(1);
    expect(readdirSync(init.work)).toHaveLength(2);
    expect(readFileSync(at('kept'), 'utf8')).toBe('old');
    init.send(encodeFrame('X', 1));
    await ended;
    expect(readdirSync(init.work)).toEqual(['kept']);
    expect(readFileSync(at('kept'), 'utf8')).toBe('old');
  });

  test('is removed if the daemon hangs up before it is complete', async () => {
    void channels.open(1, 'w', writeFields('partial')).catch(() => {});
    await channels.accepted(1);
    init.hangUp();
    await init.ended;
    expect(readdirSync(init.work)).toEqual([]);
  });

  test('replaces another one, unless that is refused', async () => {
    expect([await write('file', 'one'), await write('file', 'two'), await write('file', 'three', 2)]).toEqual([
      0,
      0,
      errno.EEXIST,
    ]);
    expect(readFileSync(at('file'), 'utf8')).toBe('two');
  });

  test('does not replace one that appeared while it was written', async () => {
    const ended = channels.open(1, 'w', writeFields('file', 2));
    await channels.accepted(1);
    writeFileSync(at('file'), 'first');
    init.send(encodeFrame('E', 1));
    expect((await ended).ended.readUInt32BE(0)).toBe(errno.EEXIST);
    expect(readdirSync(init.work)).toEqual(['file']);
  });

  test.each(['/etc/passwd', '..', '../x', 'a/../x', './x', 'a//b', 'a/', 'nul\0byte'])(
    'is refused with the path %j',
    async (path) => {
      mkdirSync(at('a'));
      const found = [await write(path, 'x', 1), (await channels.open(1, 'r', readFields(path))).refused];
      for (const name of ['s', 'l', 'm', 'd']) found.push((await entry(name, path, { number: 1 })).errno);
      found.push((await entry('v', path, { second: 'b' })).errno, (await entry('v', 'a', { second: path })).errno);
      expect(new Set(found)).toEqual(new Set([errno.EINVAL]));
    },
  );

  test('is refused if a part of its path is a link, in each position', async () => {
    mkdirSync(at('a/b'), { recursive: true });
    writeFileSync(at('a/b/file'), 'inside');
    symlinkSync('a', at('first'));
    symlinkSync('b', at('a/middle'));
    symlinkSync('file', at('a/b/last'));
    for (const path of ['first/b/file', 'a/middle/file', 'a/b/last']) {
      expect((await channels.open(1, 'r', readFields(path))).refused, path).toBe(errno.ELOOP);
      expect(await write(path, 'x'), path).toBe(errno.ELOOP);
    }
    for (const path of ['first/b', 'a/middle']) expect((await entry('l', path, { number: 1 })).errno).toBe(errno.ELOOP);
    for (const path of ['first/new', 'a/middle/new']) expect((await entry('m', path)).errno).toBe(errno.ELOOP);
    expect((await entry('v', 'a/b/file', { second: 'first/file' })).errno).toBe(errno.ELOOP);
    expect((await entry('d', 'first/b')).errno).toBe(errno.ELOOP);
    expect(readFileSync(at('a/b/file'), 'utf8')).toBe('inside');
  });

  test('is refused if it is a FIFO, a folder or a device', async () => {
    execFileSync('mkfifo', [at('fifo')]);
    expect((await channels.open(1, 'r', readFields('fifo'))).refused).toBe(errno.EINVAL);
    expect((await channels.open(1, 'r', readFields(''))).refused).toBe(errno.EISDIR);
    expect((await channels.open(1, 'r', readFields('absent'))).refused).toBe(errno.ENOENT);
    mkdirSync(at('folder'));
    expect(await write('folder', 'x')).toBe(errno.EISDIR);
    expect(await write('absent/x', 'x')).toBe(errno.ENOENT);
    expect(await write('', 'x')).toBe(errno.EINVAL);
  });
});

describeWithInit('entries', () => {
  test('are described without following links', async () => {
    writeFileSync(at('file'), 'abc', { mode: 0o640 });
    symlinkSync('/etc/passwd', at('link'));
    mkdirSync(at('folder'));
    const { mtimeMs } = statSync(at('file'));
    expect((await entry('s', 'file')).entries).toEqual([
      { type: 'f', mode: 0o640, size: 3, modifiedMs: Math.floor(mtimeMs), path: 'file', link: '' },
    ]);
    expect((await entry('s', 'link')).entries).toMatchObject([{ type: 'l', path: 'link', link: '/etc/passwd' }]);
    expect((await entry('s', '')).entries).toMatchObject([{ type: 'd', path: '' }]);
    expect((await entry('s', 'absent')).errno).toBe(errno.ENOENT);
  });

  test('have times that a date of the daemon can hold', async () => {
    execFileSync('touch', ['-d', '1900-01-01', at('old')]);
    expect((await entry('s', 'old')).entries).toMatchObject([{ modifiedMs: 0 }]);
  });

  test('are listed to a depth', async () => {
    mkdirSync(at('a/b/c'), { recursive: true });
    symlinkSync('/etc', at('a/etc'));
    const paths = async (path: string, depth: number) =>
      (await entry('l', path, { number: depth })).entries.map((found) => found.path).sort();
    expect(await paths('', 1)).toEqual(['a']);
    expect(await paths('', 2)).toEqual(['a', 'a/b', 'a/etc']);
    expect(await paths('', 100)).toEqual(['a', 'a/b', 'a/b/c', 'a/etc']);
    expect(await paths('a/b', 1)).toEqual(['a/b/c']);
    expect((await entry('l', '', { number: 0 })).errno).toBe(errno.EINVAL);
    writeFileSync(at('file'), '');
    expect((await entry('l', 'file', { number: 1 })).errno).toBe(errno.ENOTDIR);
  });

  test('are cut after 10,000, while other channels are served', async () => {
    mkdirSync(at('many'));
    for (let index = 0; index < 10_001; index++) writeFileSync(at(`many/${index}`), '');
    const listed = entry('l', 'many', { number: 1 });
    expect((await channels.open(4, 'u')).streams[0].toString()).toContain('"diskBytes"');
    const { entries, isCut } = await listed;
    expect([entries.length, isCut]).toEqual([10_000, true]);
    expect((await entry('d', 'many')).errno).toBe(0);
    expect(existsSync(at('many'))).toBe(false);
  });

  test('are moved, and replace others only if this is requested', async () => {
    writeFileSync(at('one'), '1');
    writeFileSync(at('two'), '2');
    mkdirSync(at('folder'));
    expect((await entry('v', 'one', { second: 'two' })).errno).toBe(errno.EEXIST);
    expect((await entry('v', 'one', { second: 'two', number: 1 })).errno).toBe(0);
    expect((await entry('v', 'two', { second: 'folder/three' })).errno).toBe(0);
    expect(readFileSync(at('folder/three'), 'utf8')).toBe('1');
    expect((await entry('v', 'folder', { second: 'folder/inside' })).errno).toBe(errno.EINVAL);
    expect((await entry('v', '', { second: 'x' })).errno).toBe(errno.EINVAL);
  });

  test('are made with their parents, and deleted with what is in them', async () => {
    expect((await entry('m', 'a/b/c')).errno).toBe(0);
    expect((await entry('m', 'a/b/c')).errno).toBe(0);
    writeFileSync(at('a/b/file'), 'x');
    symlinkSync('/etc', at('a/b/link'));
    expect((await entry('m', 'a/b/file')).errno).toBe(errno.ENOTDIR);
    expect((await entry('d', 'a')).errno).toBe(0);
    expect(readdirSync(init.work)).toEqual([]);
    expect(existsSync('/etc/passwd')).toBe(true);
    expect((await entry('d', '')).errno).toBe(errno.EINVAL);
    expect((await entry('d', 'a')).errno).toBe(errno.ENOENT);
  });

  test('are limited to 32 levels', async () => {
    const deep = Array(33).fill('d').join('/');
    expect((await entry('m', deep)).errno).toBe(0);
    expect((await entry('m', `${deep}/e`)).errno).toBe(errno.ENAMETOOLONG);
  });
});
