/**
 * `npm run package`: builds the installers of this platform in out/installers. `-- --dir` builds the unpacked app only.
 * electron-builder downloads Electron, unless ELECTRON_OVERRIDE_DIST_PATH names one.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'electron-builder';
import { configuration } from '../electron-builder.config.ts';
import { layOutPackage } from './packaging/lay-out-package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const stage = join(root, 'out/package');

rmSync(stage, { recursive: true, force: true });
layOutPackage({ root, stage });
const made = await build({
  dir: process.argv.includes('--dir'),
  projectDir: root,
  config: { ...configuration, ...findElectronDist() },
});
for (const path of made) process.stdout.write(`${path}\n`);

function findElectronDist(): { electronDist: string; electronVersion: string } | { electronVersion: string } {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (dist) return { electronDist: dist, electronVersion: readFileSync(join(dist, 'version'), 'utf8').trim() };
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { electronVersion: dependencies.electron };
}
