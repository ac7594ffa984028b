/**
 * Lays out the content of the desktop package in a folder. `app` is loaded by Electron. `daemon` has the daemon and the
 * command with their own Node, at the same relative paths as in a checkout.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { bundledNode } from '../install/pinned-node.mjs';
import { closureOf, namedIn } from './package-closure.ts';

export interface LayoutOptions {
  /** The checkout, installed and built. */
  root: string;
  /** The folder that receives `app` and `daemon`. */
  stage: string;
  /** Puts a file at a path that does not exist; copies it unless given. */
  put?: (from: string, to: string) => void;
}

/**
 * The command of a packaged app. It follows a link, because PATH may hold one. After `--`, Node reads no option. A run fits into
 * 4 MB of young objects: with the 1 MB with which V8 begins it would collect garbage twice. V8 starts one thread, not four.
 */
const launcher = `#!/bin/sh
self=$0
case $self in */*) ;; *) self=./$self ;; esac
while [ -h "$self" ]; do
  target=$(readlink -- "$self")
  case $target in /*) self=$target ;; *) self=\${self%/*}/$target ;; esac
done
here=\${self%/*}
exec "$here/node" --min-semi-space-size=4 --v8-pool-size=1 -- "$here/../out/cli/index.cjs" "$@"
`;

/** The bundles that the daemon's own Node runs. */
export const nodeBundles = ['daemon', 'cli', 'offline', 'watchdog', 'migration', 'remover', 'egress'];

/** The folder of `resources` that only Electron and electron-builder read. The daemon gets all others. */
const desktopResources = 'desktop';

/** Files of packages that our programs do not read: about 180 MB. */
const unused = [
  // Languages that the embedded engine does not run.
  /@runno\/sandbox\/dist\/langs\/(?!python-3\.11\.3\.wasm$)[^/]+$/,
  // Types, source maps, and the sources of addons.
  /\.(?:d\.[cm]?ts|map|c|cpp|h)$/,
  // Addons for other systems, which the installer image leaves out as well.
  /\/pnpm\/dist\/[^/]+\.node$/,
];

/** Returns true if the desktop package omits this file of an installed package. `path` has slashes. */
export function isUnused(path: string): boolean {
  return path.includes('/node_modules/') && unused.some((pattern) => pattern.test(path));
}

/** Copies everything that the package needs into the stage, which must not exist or be empty. */
export function layOutPackage(options: LayoutOptions): void {
  layOutApp(options);
  layOutDaemon(options);
}

/** Lays out the part that Electron loads: the shell, its page and its icons, without packages. */
function layOutApp(options: LayoutOptions): void {
  const { root, stage } = options;
  const { name, version, description, license, main, type } = readManifest(root);
  const own = { name, productName: 'Strongroom', version, description, license, main, type, author: 'Strongroom' };
  write(join(stage, 'app/package.json'), `${JSON.stringify(own, undefined, 2)}\n`);
  const resources = ['icons', 'shell-page'].map((folder) => `resources/${desktopResources}/${folder}`);
  for (const path of ['out/main/index.js', 'out/preload/index.cjs', ...resources])
    copy(options, join(root, path), join(stage, 'app', path));
}

function layOutDaemon(options: LayoutOptions): void {
  const { root, stage } = options;
  const daemon = join(stage, 'daemon');
  const resources = readdirSync(join(root, 'resources')).filter((name) => name !== desktopResources);
  const paths = [
    'package.json',
    ...[...nodeBundles, 'renderer'].map((bundle) => `out/${bundle}`),
    ...resources.map((name) => `resources/${name}`),
    ...neededPackages(root),
  ];
  for (const path of paths) copy(options, join(root, path), join(daemon, path));
  layOutCommand(options, join(daemon, 'bin'));
}

function layOutCommand(options: LayoutOptions, folder: string): void {
  const isWindows = process.platform === 'win32';
  copy(options, bundledNode(options.root), join(folder, isWindows ? 'node.exe' : 'node'));
  if (isWindows) write(join(folder, 'strongroom.cmd'), '@"%~dp0node.exe" -- "%~dp0..\\out\\cli\\index.js" %*\r\n');
  else write(join(folder, 'strongroom'), launcher, 0o755);
}

/** Returns the folders of the packages that the bundles and the embedded engine's runner name, and of their dependencies. */
function neededPackages(root: string): string[] {
  const bundles = nodeBundles.flatMap((bundle) => scriptsIn(root, `out/${bundle}`));
  const runner = scriptsIn(root, 'resources/embedded');
  const source = [...bundles, ...runner].map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const named = namedIn(source, Object.keys(readManifest(root).dependencies));
  // An optional package is installed only where the platform matches.
  return closureOf(named, lock).filter((path) => existsSync(join(root, path)));
}

function scriptsIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('js'))
    .map((name) => `${folder}/${name}`);
}

function readManifest(root: string) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/**
 * Lists the files of a folder, or the file itself. It omits the folder `node_modules` directly in a package, because the
 * closure lists the packages in it one by one. A deeper `node_modules` belongs to the package.
 */
function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [''];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.split(sep)[0] !== 'node_modules' && !isUnused(join(path, name).split(sep).join('/')))
    .filter((name) => statSync(join(path, name)).isFile());
}

function copy({ put = copyFileSync }: LayoutOptions, from: string, to: string): void {
  for (const name of filesOf(from)) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    put(join(from, name), join(to, name));
  }
}

function write(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}
