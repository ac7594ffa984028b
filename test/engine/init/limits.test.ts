import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeFrame } from '../../support/init/init-process.ts';
import { entryFields, readEntries, shellFields, writeFields } from '../../support/init/init-session.ts';
import { describeWithInit, startTestSession } from '../../support/init/init-suite.ts';

const errno = { EFBIG: 27, EMFILE: 24 };

describeWithInit('a session at a limit', () => {
  test('refuses the rest of a file that is too large, and removes it', async () => {
    const { init, channels } = await startTestSession({ limits: ['--fsize=100000'] });
    const ended = channels.open(1, 'w', writeFields('large'));
    for (let count = 0; count < 4; count++) init.send(encodeFrame('D', 1, Buffer.alloc(60_000)));
    init.send(encodeFrame('E', 1));
    expect((await ended).ended.readUInt32BE(0)).toBe(errno.EFBIG);
    expect(readdirSync(init.work)).toEqual([]);
  });

  test('refuses processes for which it has no descriptors, and starts others later', async () => {
    const { init, channels } = await startTestSession({ limits: ['--nofile=30'] });
    const ends = Array.from({ length: 20 }, (_, index) => channels.open(index + 1, 'p', shellFields('cat')));
    const first = ends.map(async (end) => (await end).refused);
    for (let index = 1; index <= 20; index++) {
      await channels.accepted(index);
      init.send(encodeFrame('E', index));
    }
    const refused = await Promise.all(first);
    expect(new Set(refused)).toEqual(new Set([undefined, errno.EMFILE]));
    expect((await channels.open(1, 'p', shellFields('echo later'))).streams[0].toString()).toBe('later\n');
  });

  test('marks a list as incomplete if a folder cannot be opened', async () => {
    const { init, channels } = await startTestSession({ limits: ['--nofile=20'] });
    mkdirSync(join(init.work, Array(30).fill('d').join('/')), { recursive: true });
    const { ended, streams } = await channels.open(1, 'e', entryFields('l', '', { number: 32 }));
    expect([...ended]).toEqual([0, 0, 0, 0, 1]);
    expect(readEntries(streams[0]).length).toBeGreaterThan(5);
  });
});
