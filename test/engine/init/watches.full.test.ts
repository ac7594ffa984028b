import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { u8 } from '../../../src-daemon/wire/fields.ts';
import { blob, encodeFrame, type InitProcess } from '../../support/init/init-process.ts';
import type { Collector } from '../../support/init/init-session.ts';
import { describeWithInit, startTestSession } from '../../support/init/init-suite.ts';
import { until } from '../../support/until.ts';

let init: InitProcess;
let channels: Collector;

beforeEach(async () => {
  ({ init, channels } = await startTestSession());
});

const at = (path: string) => join(init.work, path);
const fields = (path: string, isRecursive: boolean) => Buffer.concat([blob(path), u8(isRecursive ? 1 : 0)]);

function recordsOf(channel: number): string[] {
  const bytes = channels.bytes(channel);
  const records: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = start + 5 + bytes.readUInt32BE(start + 1);
    records.push(`${bytes.toString('utf8', start, start + 1)} ${bytes.toString('utf8', start + 5, end)}`);
    start = end;
  }
  return records;
}

/** Opens a watch. */
async function watch(channel: number, path: string, isRecursive = false) {
  const ended = channels.open(channel, 'h', fields(path, isRecursive));
  await Promise.race([channels.accepted(channel), ended]);
  return { ended };
}

const reports = (channel: number, ...records: string[]) =>
  until(() => records.every((record) => recordsOf(channel).includes(record)));

function countInotify(): number {
  const folder = `/proc/${init.pid()}/fd`;
  return readdirSync(folder).filter((name) => readlinkSync(join(folder, name)).includes('inotify')).length;
}

describeWithInit('a watch', () => {
  test('reports the changes of a folder, and not those below it', async () => {
    mkdirSync(at('folder/below'), { recursive: true });
    await watch(1, 'folder');
    writeFileSync(at('folder/below/silent'), '');
    writeFileSync(at('folder/file'), '');
    await reports(1, 'c folder/file');
    appendFileSync(at('folder/file'), 'x');
    chmodSync(at('folder/file'), 0o600);
    renameSync(at('folder/file'), at('folder/other'));
    rmSync(at('folder/other'));
    const expected = ['c folder/file', 'm folder/file', 't folder/file', 'd folder/file', 'c folder/other'];
    await reports(1, ...expected, 'd folder/other');
    expect(recordsOf(1).join()).not.toContain('silent');
  });

  test('reports the changes of a file', async () => {
    writeFileSync(at('file'), '');
    await watch(1, 'file');
    appendFileSync(at('file'), 'x');
    await reports(1, 'm file');
  });

  test('covers folders that exist, are made later and are moved, if it is recursive', async () => {
    mkdirSync(at('a/b'), { recursive: true });
    await watch(1, '', true);
    writeFileSync(at('a/b/old'), '');
    await reports(1, 'c a/b/old');
    mkdirSync(at('a/new/deep'), { recursive: true });
    writeFileSync(at('a/new/deep/first'), '');
    await reports(1, 'c a/new', 'c a/new/deep', 'c a/new/deep/first');
    renameSync(at('a/new'), at('moved'));
    await reports(1, 'd a/new', 'c moved', 'c moved/deep');
    writeFileSync(at('moved/deep/second'), '');
    await reports(1, 'c moved/deep/second');
    expect(recordsOf(1)).not.toContain('c a/new/deep/second');
  });

  test('shares one instance of the kernel, which exists while there is a watch', async () => {
    expect(countInotify()).toBe(0);
    mkdirSync(at('folder'));
    const watches = [await watch(1, 'folder'), await watch(2, 'folder', true), await watch(3, '')];
    expect(countInotify()).toBe(1);
    init.send(encodeFrame('X', 1));
    await watches[0]?.ended;
    writeFileSync(at('folder/file'), '');
    await reports(2, 'c folder/file');
    for (const channel of [2, 3]) init.send(encodeFrame('X', channel));
    await Promise.all(watches.map(({ ended }) => ended));
    expect(countInotify()).toBe(0);
    await watch(4, 'folder');
    writeFileSync(at('folder/again'), '');
    await reports(4, 'c folder/again');
  });

  test('reports that events were lost when there are too many folders', async () => {
    for (let index = 0; index < 1100; index++) mkdirSync(at(`many/${index}`), { recursive: true });
    await watch(1, 'many', true);
    await reports(1, 'o many');
    writeFileSync(at('many/file'), '');
    await reports(1, 'c many/file');
  });

  test('reports that events were lost when the daemon does not read them', async () => {
    await watch(1, '');
    for (let index = 0; index < 20_000; index++) writeFileSync(at(`${index % 1000}-${'n'.repeat(100)}`), '');
    await reports(1, 'o ');
    writeFileSync(at('last'), '');
    await reports(1, 'c last');
  });

  test('is refused for a path that does not exist or is a link', async () => {
    symlinkSync('/etc', at('link'));
    expect((await channels.open(1, 'h', fields('absent', false))).refused).toBe(2);
    for (const isRecursive of [true, false]) {
      expect((await channels.open(1, 'h', fields('link', isRecursive))).refused).toBe(40);
    }
    expect(countInotify()).toBe(0);
  });
});
