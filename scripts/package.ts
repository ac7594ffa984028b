/**
 * `npm run package`: the installers of this platform, in out/installers. `-- --dir` only lays the app out, unpacked.
 * Electron is downloaded by electron-builder, or taken from ELECTRON_OVERRIDE_DIST_PATH.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'electron-builder';
import { configuration } from '../electron-builder.config.ts';
import { closureOf, namedIn } from './package-closure.ts';
import { pinnedNode } from './pinned-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stage = join(root, 'out/package');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The command of a packaged app; it follows the link that a PATH may hold. */
const launcher = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/node" "$here/../out/cli/index.js" "$@"
`;

/** The bundles that the daemon's own Node runs. */
const nodeBundles = ['daemon', 'cli', 'offline', 'watchdog', 'migration'];

/** Languages that a package brings and the embedded engine does not run: 100 MB. */
const unused = [/@runno\/sandbox\/dist\/langs\/(?!python-3\.11\.3\.wasm$)[^/]+$/];

rmSync(stage, { recursive: true, force: true });
layOutApp();
layOutDaemon();
const made = await build({
  dir: process.argv.includes('--dir'),
  projectDir: root,
  config: { ...configuration, ...electronHere() },
});
for (const path of made) process.stdout.write(`${path}\n`);

/** What Electron loads: the shell, its page and its icons, and not one package. */
function layOutApp(): void {
  const { name, version, description, license, main, type } = manifest;
  const own = { name, productName: 'Strongroom', version, description, license, main, type, author: 'Strongroom' };
  write('app/package.json', `${JSON.stringify(own, undefined, 2)}\n`);
  for (const path of ['out/main/index.js', 'out/preload/index.cjs', 'resources/shell-page', 'resources/icons'])
    copy(path, `app/${path}`);
}

/** The daemon and the command with the Node and the packages that they need, at their places in a checkout. */
function layOutDaemon(): void {
  write('daemon/package.json', readFileSync(join(root, 'package.json'), 'utf8'));
  for (const bundle of [...nodeBundles, 'renderer']) copy(`out/${bundle}`, `daemon/out/${bundle}`);
  for (const name of readdirSync(join(root, 'resources')))
    if (!['icons', 'installer', 'shell-page'].includes(name)) copy(`resources/${name}`, `daemon/resources/${name}`);
  for (const folder of neededPackages()) copy(folder, `daemon/${folder}`);
  const isWindows = process.platform === 'win32';
  copy(relative(root, pinnedNode(root)), isWindows ? 'daemon/bin/node.exe' : 'daemon/bin/node');
  if (isWindows) write('daemon/bin/strongroom.cmd', '@"%~dp0node.exe" "%~dp0..\\out\\cli\\index.js" %*\r\n');
  else write('daemon/bin/strongroom', launcher, 0o755);
}

function neededPackages(): string[] {
  const places = nodeBundles.map((bundle) => join(root, 'out', bundle, 'index.js'));
  const resources = readdirSync(join(root, 'resources/embedded'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('js'))
    .map((name) => join(root, 'resources/embedded', name));
  const source = [...places, ...resources].map((path) => readFileSync(path, 'utf8')).join('\n');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  // What is optional is there for this platform or not at all.
  return closureOf(namedIn(source, Object.keys(manifest.dependencies)), lock).filter((path) =>
    existsSync(join(root, path)),
  );
}

function electronHere(): { electronDist: string; electronVersion: string } | { electronVersion: string } {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!dist) return { electronVersion: manifest.devDependencies.electron };
  return { electronDist: dist, electronVersion: readFileSync(join(dist, 'version'), 'utf8').trim() };
}

/** A file or a folder, without what npm nests in it: that is needed by itself or not at all. */
function copy(from: string, to: string): void {
  const source = join(root, from);
  const isWanted = (path: string) =>
    !relative(source, path).split(sep).includes('node_modules') && !unused.some((pattern) => pattern.test(path));
  cpSync(source, join(stage, to), { recursive: true, dereference: true, filter: isWanted });
}

function write(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(join(stage, path)), { recursive: true });
  writeFileSync(join(stage, path), content);
  chmodSync(join(stage, path), mode);
}
