/** A disk that fills while the embedded engine installs packages: a clear message, and nothing is lost or left. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedEngine, type EmbeddedEngine } from '../../../src-daemon/engine/embedded/embedded-engine.ts';
import { writeLayer } from '../../../src-daemon/engine/embedded/installer/layer-file.ts';
import { type PackageIndex, startPackageIndex } from '../../daemon/packages/package-index.ts';
import { buildWheel } from '../../daemon/packages/wheels.ts';
import { canMount, fill, mountSmall } from '../../support/engine/small-disk.ts';
import { resourcesDir, run, silentLog } from './embedded-fixture.ts';

const megabyte = 1 << 20;
/** The installer leaves 512 MiB: of this it may take 48. */
const size = '560m';

describe.skipIf(!canMount)('a disk that is full (needs root, to mount one)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  let index: PackageIndex;
  let engine: EmbeddedEngine;
  let disk: ReturnType<typeof mountSmall>;
  let disks = 0;

  beforeAll(async () => {
    index = await startPackageIndex({ host: '127.0.0.1' });
    index.publish(buildWheel({ name: 'small', version: '1.0' }));
    const files = { 'large.py': 'VERSION = "1.0"\n', 'large_data.bin': Buffer.alloc(8 * megabyte, 7) };
    index.publish(buildWheel({ name: 'large', version: '1.0', files }));
  });
  afterAll(async () => {
    await index.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    disk = mountSmall(join(folder, String(disks++)), size);
    engine = createEmbeddedEngine({ resourcesDir, log: silentLog, layersDir: join(disk.path, 'packages') });
    await engine.start();
  });
  afterEach(async () => {
    await engine.stop();
    disk[Symbol.dispose]();
  });

  function install(packages: Record<string, string>, onLine: (line: string) => void = () => undefined) {
    const source = { indexUrl: index.url, trustedHosts: [new URL(index.url).host], certificates: '' };
    const order = { packageManager: 'pip', packages, source } as const;
    if (engine.layers === undefined) throw new Error('this engine has no packages');
    return engine.layers.build(order, { onLine, signal: new AbortController().signal });
  }

  const reportsFullDisk = {
    fault: 'disk_full',
    reason: expect.stringMatching(/data folder is full.*Free some space and try again/),
  };
  const files = () => readdirSync(join(disk.path, 'packages'));
  const code = 'import small; print(small.VERSION)';

  test.each([
    ['with less room than stays free', () => fill(disk.path, 400 * megabyte), undefined],
    ['without any room, for a folder or a file', () => fill(disk.path), undefined],
    ['that fills during a download', () => undefined, 'Downloading large-1.0'],
    ['that fills before it is packed', () => undefined, 'Chosen: large 1.0'],
  ])(
    '%s refuses a list with a message, keeps the installed layer, and installs the list when there is space',
    async (_where, before, moment) => {
      const { id } = await install({ small: '' });
      before();
      const onLine = (line: string) => {
        if (moment !== undefined && line.startsWith(moment)) fill(disk.path);
      };
      await expect(install({ large: '' }, onLine)).rejects.toMatchObject(reportsFullDisk);
      expect(files()).toEqual([`${id}.layer`]);
      expect(await run(engine, { code, layer: id })).toMatchObject({ stdout: '1.0\n', status: 'succeeded' });
      rmSync(join(disk.path, 'ballast'));
      const large = await install({ large: '' });
      expect(await run(engine, { code: 'import large; print(large.VERSION)', layer: large.id })).toMatchObject({
        stdout: '1.0\n',
      });
      expect(files().sort()).toEqual([`${id}.layer`, `${large.id}.layer`].sort());
    },
  );

  test('from the start makes no folder, and is no obstacle later', async () => {
    fill(disk.path);
    await expect(install({ small: '' })).rejects.toMatchObject(reportsFullDisk);
    rmSync(join(disk.path, 'ballast'));
    const { id } = await install({ small: '' });
    expect(files()).toEqual([`${id}.layer`]);
  });

  test('in the middle of a layer fails the layer, and no file has its name', async () => {
    fill(disk.path, megabyte);
    const bytes = Buffer.alloc(4 * megabyte);
    const piece = { path: 'large.bin', size: bytes.length, read: () => Readable.from([bytes]) };
    const layer = join(disk.path, 'a.layer');
    await expect(writeLayer([piece], join(disk.path, 'temporary'), layer)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(disk.path)).not.toContain('a.layer');
  });
});
