import { copyFileSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { spawnDaemon } from '../../support/daemon/child-daemon.ts';
import { daemonFlags } from '../../support/daemon/test-daemon.ts';

const root = join(import.meta.dirname, '../../..');

/** The daemon and its helper in a folder whose package.json allows no version below the given one. */
function layOut(lowestNode: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'unsafe-'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'strongroom', version: '1.0.0', type: 'module', lowestNode }),
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const bundle of ['daemon', 'offline']) {
    mkdirSync(join(folder, 'out', bundle), { recursive: true });
    copyFileSync(join(root, 'out', bundle, 'index.js'), join(folder, 'out', bundle, 'index.js'));
  }
  return folder;
}

const [major] = process.versions.node.split('.');

it.each([`${major}.999.0`, '999.0.0'])('where %s is the lowest Node, the daemon does not start', async (lowest) => {
  const folder = layOut(lowest);
  const dataDir = join(folder, 'data');
  const program = { node: process.execPath, bundle: join(folder, 'out/daemon/index.js') };
  const daemon = spawnDaemon(daemonFlags(dataDir), {}, program);
  expect(await daemon.nextLine()).toEqual({ ready: false, error: 'unsafe_node' });
  expect(await daemon.exited).toEqual({ code: 1, signal: null });
  expect(daemon.stderr()).toContain(`does not start on Node ${process.versions.node}, but from ${lowest} on`);
  expect(existsSync(dataDir)).toBe(false);
});

it('where the lowest Node is a later one, the offline helper does no work', async () => {
  const folder = layOut(`${major}.999.0`);
  const bundle = join(folder, 'out/offline/index.js');
  const { exitCode, stdout } = await execa(process.execPath, [bundle, '--data-dir', join(folder, 'data')], {
    input: '{"work":"show"}',
    reject: false,
  });
  expect({ exitCode, answer: JSON.parse(stdout) }).toMatchObject({
    exitCode: 1,
    answer: { ok: false, code: 'unsafe_node', message: expect.stringContaining('or later') },
  });
});
