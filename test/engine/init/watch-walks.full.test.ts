import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { u8 } from '../../../src-daemon/wire/fields.ts';
import { blob, encodeFrame } from '../../support/init/init-process.ts';
import { type Collector, processFields, shellFields } from '../../support/init/init-session.ts';
import { describeWithInit, startTestSession } from '../../support/init/init-suite.ts';
import { until } from '../../support/until.ts';

const recursive = (path: string) => Buffer.concat([blob(path), u8(1)]);

/** Returns true if channel 1 has sent a record. */
function hasRecord(channels: Collector, type: string, path: string): boolean {
  return channels.bytes(1).includes(Buffer.concat([Buffer.from(type), blob(path)]));
}

describeWithInit('a recursive watch of a large folder', () => {
  test('lets init serve other channels while the folder is renamed all the time', { timeout: 60_000 }, async () => {
    const { init, channels } = await startTestSession();
    for (let index = 0; index < 9000; index++) {
      if (index % 1000 === 0) mkdirSync(join(init.work, `one/${index / 1000}`), { recursive: true });
      writeFileSync(join(init.work, `one/${Math.floor(index / 1000)}/${index}`), '');
    }
    const watch = channels.open(1, 'h', recursive(''));
    await channels.accepted(1);
    const python = 'import os\nwhile True: os.rename("one", "two"); os.rename("two", "one")';
    const storm = channels.open(2, 'p', processFields({ argv: ['python3', '-c', python] }));
    // A walk takes longer than the time between two renames.
    await until(() => hasRecord(channels, 'o', ''));
    for (let count = 0; count < 20; count++) {
      expect((await channels.open(3, 'p', shellFields('echo alive'))).streams[0].toString()).toBe('alive\n');
    }
    init.send(encodeFrame('X', 2));
    await storm;
    const [folder = ''] = readdirSync(init.work);
    // Init walks all folders again after the storm: then changes in them are reported.
    let last = 0;
    await until(() => {
      last++;
      writeFileSync(join(init.work, folder, `7/new${last}`), '');
      return hasRecord(channels, 'c', `${folder}/7/new${Math.max(1, last - 10)}`);
    });
    init.send(encodeFrame('X', 1));
    expect((await watch).ended.readUInt32BE(0)).toBe(125);
  });

  test('is refused if its channel closes before the first walk has ended', async () => {
    const { init, channels } = await startTestSession();
    for (let index = 0; index < 5000; index++) {
      if (index % 100 === 0) mkdirSync(join(init.work, `${index / 100}`));
      writeFileSync(join(init.work, `${Math.floor(index / 100)}/${index}`), '');
    }
    const ended = channels.open(1, 'h', recursive(''));
    init.send(encodeFrame('X', 1));
    expect((await ended).refused ?? (await ended).ended.readUInt32BE(0)).toBe(125);
    const again = channels.open(1, 'h', recursive(''));
    await channels.accepted(1);
    writeFileSync(join(init.work, '49/new'), '');
    await until(() => hasRecord(channels, 'c', '49/new'));
    init.send(encodeFrame('X', 1));
    await again;
  });
});

const isRoot = process.getuid?.() === 0;

describeWithInit('a folder that init cannot read', () => {
  test.skipIf(!isRoot && process.env.CI !== 'true')('is reported as lost, and the others are watched', async () => {
    const { init, channels } = await startTestSession({ offline: { lowestPort: 1024 } });
    for (const path of ['closed/below', 'open']) mkdirSync(join(init.work, path), { recursive: true });
    chmodSync(join(init.work, 'closed'), 0o700);
    const watch = channels.open(1, 'h', recursive(''));
    await channels.accepted(1);
    await until(() => hasRecord(channels, 'o', ''));
    writeFileSync(join(init.work, 'open/file'), '');
    await until(() => hasRecord(channels, 'c', 'open/file'));
    init.send(encodeFrame('X', 1));
    await watch;
  });
});
