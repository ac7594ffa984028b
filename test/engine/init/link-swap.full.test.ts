import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeFrame } from '../../support/init/init-process.ts';
import { entryFields, processFields, readEntries, readFields, writeFields } from '../../support/init/init-session.ts';
import { describeWithInit, startTestSession, type TestSession } from '../../support/init/init-suite.ts';

const swaps = 10_000;

/** Exchanges a folder and a link to another folder, each time in one step. */
const swapScript = `
import ctypes, os, sys
libc = ctypes.CDLL(None)
for count in range(${swaps}):
    libc.renameat2(-100, b"folder", -100, b"other", 2)
`;

async function accessFiles({ init, channels }: TestSession, found: string[]) {
  const read = await channels.open(2, 'r', readFields('folder/file'));
  if (read.refused === undefined) found.push(read.streams[0].toString());
  const listed = await channels.open(3, 'e', entryFields('l', '', { number: 3 }));
  found.push(...readEntries(listed.streams[0]).map(({ path }) => path));
  const written = channels.open(4, 'w', writeFields('folder/new', 1));
  init.send(Buffer.concat([encodeFrame('D', 4, Buffer.from('inside')), encodeFrame('E', 4)]));
  await written;
  await channels.open(5, 'e', entryFields('m', 'folder/made'));
  await channels.open(6, 'e', entryFields('d', 'folder/made'));
  await channels.open(7, 'e', entryFields('v', 'folder/new', { second: 'folder/moved', number: 1 }));
}

describeWithInit('a folder that is swapped for a link while it is used', () => {
  test(`gives no byte from outside, and writes none there, in ${swaps} swaps`, async () => {
    const session = await startTestSession();
    const { init, channels } = session;
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'file'), 'outside');
    writeFileSync(join(outside, 'only-outside'), 'outside');
    mkdirSync(join(init.work, 'folder'));
    writeFileSync(join(init.work, 'folder/file'), 'inside');
    const script = `import os\nos.symlink(${JSON.stringify(outside)}, "other")\n${swapScript}`;
    const swapping = channels.open(1, 'p', processFields({ argv: ['/usr/bin/python3', '-c', script] }));
    let isSwapping = true;
    void swapping.finally(() => {
      isSwapping = false;
    });
    const found: string[] = [];
    let uses = 0;
    for (; isSwapping; uses++) await accessFiles(session, found);
    expect(JSON.parse((await swapping).ended.toString()).exitCode).toBe(0);
    expect(uses).toBeGreaterThan(0);
    expect(found.filter((text) => text.includes('outside'))).toEqual([]);
    expect(readdirSync(outside).sort()).toEqual(['file', 'only-outside']);
  });
});
