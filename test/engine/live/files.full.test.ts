import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WatchEvent } from '../../../src-daemon/engine/live-sandbox.ts';
import { until } from '../../support/until.ts';
import { describeWithDocker, type Fixture } from '../docker/docker-fixture.ts';
import { chunksOf, disposeAfterEach, openSandbox, readText, shell } from './live-fixture.ts';

const mebibyte = 1024 * 1024;

describeWithDocker('files of a live sandbox', suite);

function suite(fixture: () => Fixture): void {
  disposeAfterEach();

  test('are written, with their folders, read, and listed', async () => {
    const sandbox = await openSandbox(fixture().engine);
    await sandbox.writeFile('a/b/note.txt', chunksOf('first ', 'second'), { isNew: true, mode: 0o600 });
    expect(await readText(sandbox, 'a/b/note.txt')).toBe('first second');
    const { entry, chunks } = await sandbox.readFile('a/b/note.txt', { offset: 6, length: 3 });
    expect(entry).toMatchObject({ path: 'a/b/note.txt', type: 'file', size: 12, mode: 0o600 });
    expect(Math.abs(entry.modifiedAt - Date.now())).toBeLessThan(60_000);
    for await (const chunk of chunks) expect(Buffer.from(chunk).toString()).toBe('sec');
    expect(await sandbox.stat('a')).toMatchObject({ path: 'a', type: 'folder' });
    const { entries, isCut } = await sandbox.list('', 3);
    expect({ paths: entries.map(({ path }) => path).toSorted(), isCut }).toEqual({
      paths: ['a', 'a/b', 'a/b/note.txt'],
      isCut: false,
    });
    expect((await sandbox.list('', 1)).entries.map(({ path }) => path)).toEqual(['a']);
  });

  test('of 100 MB arrive and return unchanged, and are not held in memory as a whole', async () => {
    const sandbox = await openSandbox(fixture().engine, { memoryMb: 1024 });
    const block = Buffer.alloc(mebibyte, 'strongroom');
    const before = process.memoryUsage().rss;
    let max = before;
    const sent = createHash('sha256');
    async function* upload() {
      for (let count = 0; count < 100; count++) {
        block.writeUInt32BE(count);
        sent.update(block);
        yield Buffer.from(block);
        max = Math.max(max, process.memoryUsage().rss);
      }
    }
    await sandbox.writeFile('large', upload(), { isNew: false });
    expect((await sandbox.stat('large')).size).toBe(100 * mebibyte);
    const received = createHash('sha256');
    const { chunks } = await sandbox.readFile('large');
    for await (const chunk of chunks) received.update(chunk);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
    expect(max - before).toBeLessThan(96 * mebibyte);
  });

  test('that are too large are refused, and the old file stays', async () => {
    const sandbox = await openSandbox(fixture().engine, { diskMb: 64 });
    await sandbox.writeFile('kept', chunksOf('old'), { isNew: true });
    async function* endless() {
      for (;;) yield Buffer.alloc(mebibyte);
    }
    await expect(sandbox.writeFile('kept', endless(), { isNew: false })).rejects.toMatchObject({
      errno: expect.stringMatching(/^(ENOSPC|EFBIG)$/),
    });
    async function* broken() {
      yield Buffer.from('new');
      throw new Error('the upload broke');
    }
    await expect(sandbox.writeFile('kept', broken(), { isNew: false })).rejects.toThrow('the upload broke');
    expect(await readText(sandbox, 'kept')).toBe('old');
    expect((await shell(sandbox, 'ls -A')).stdout).toBe('kept\n');
  });

  test('that exist are replaced only if that is requested', async () => {
    const sandbox = await openSandbox(fixture().engine);
    await sandbox.writeFile('a', chunksOf('a'), { isNew: true });
    await sandbox.writeFile('b', chunksOf('b'), { isNew: true });
    await expect(sandbox.writeFile('a', chunksOf('c'), { isNew: true })).rejects.toMatchObject({ errno: 'EEXIST' });
    await expect(sandbox.move('a', 'b', { replaces: false })).rejects.toMatchObject({ errno: 'EEXIST' });
    await sandbox.move('a', 'b', { replaces: true });
    expect(await readText(sandbox, 'b')).toBe('a');
    await expect(sandbox.stat('a')).rejects.toMatchObject({ errno: 'ENOENT' });
    await sandbox.makeFolder('x/y');
    await sandbox.move('b', 'x/y/b', { replaces: false });
    await sandbox.remove('x');
    expect((await sandbox.list('', 4)).entries).toEqual([]);
  });

  test('are never reached through a link', async () => {
    const sandbox = await openSandbox(fixture().engine);
    await shell(sandbox, 'ln -s /etc out; ln -s /etc/hostname name; mkfifo pipe; mkdir folder');
    const listed = (await sandbox.list('', 2)).entries;
    expect(listed.find(({ path }) => path === 'out')).toMatchObject({ type: 'link', target: '/etc' });
    expect(listed.filter(({ path }) => path.startsWith('out/'))).toEqual([]);
    expect(await sandbox.stat('name')).toMatchObject({ type: 'link' });
    await expect(sandbox.readFile('out/hostname')).rejects.toMatchObject({
      errno: expect.stringMatching(/ELOOP|ENOTDIR/),
    });
    await expect(sandbox.readFile('name')).rejects.toMatchObject({ errno: 'ELOOP' });
    await expect(sandbox.readFile('folder')).rejects.toMatchObject({ errno: 'EISDIR' });
    await expect(sandbox.readFile('pipe')).rejects.toMatchObject({ errno: 'EINVAL' });
    await expect(sandbox.writeFile('out/x', chunksOf('x'), { isNew: false })).rejects.toMatchObject({
      errno: expect.stringMatching(/ELOOP|ENOTDIR/),
    });
    for (const path of ['../etc/hostname', '/etc/hostname', 'folder/../../etc'])
      await expect(sandbox.readFile(path)).rejects.toMatchObject({ name: 'FileError' });
    await sandbox.remove('out');
    expect((await shell(sandbox, 'test -e /etc/hostname && echo there')).stdout).toBe('there\n');
  });

  test('that change are reported until the watch ends', async () => {
    const sandbox = await openSandbox(fixture().engine);
    const stop = new AbortController();
    const events: WatchEvent[] = [];
    const watching = await sandbox.watch('', { isRecursive: true, signal: stop.signal });
    const reading = (async () => {
      for await (const event of watching) events.push(event);
    })();
    const reported = (type: WatchEvent['type'], path: string) =>
      until(() => events.some((event) => event.type === type && event.path === path));
    await shell(sandbox, 'mkdir d');
    // A folder is watched from the moment its creation is reported.
    await reported('created', 'd');
    await shell(sandbox, 'echo x > d/f; rm d/f');
    await reported('deleted', 'd/f');
    stop.abort();
    await reading;
    expect(await sandbox.usage()).toMatchObject({ diskBytes: 256 * mebibyte });
  });
}
