import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON, isBuiltin } from 'node:module';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundles } from '../../scripts/build/build-stamp.ts';
import { isUnused } from '../../scripts/packaging/lay-out-package.ts';
import { listFiles, readSource, root } from '../house/checkout.ts';
import { packagesNamedBy } from './packages-named-by.ts';

/** Lists the files, by their paths in the package, that the programs of a package read by name and that it lacks. */
export async function missingParts(stage: string): Promise<string[]> {
  const daemon = join(stage, 'daemon');
  const missing = [
    ...missingResources(daemon, listFiles()),
    ...missingBundles(daemon),
    ...programsOf(daemon).flatMap((path) => unresolved(daemon, path, packagesNamedBy(readFileSync(path, 'utf8')))),
    ...packagesOf(daemon).flatMap((folder) => incomplete(daemon, folder)),
  ];
  return [...new Set(missing)].sort();
}

/** Each folder of `resources` that a source names, and each file of all folders but Electron's. */
function missingResources(daemon: string, files: readonly string[]): string[] {
  const named = files
    .filter((path) => /^src-(daemon|cli|shared-node)\/.*\.ts$/.test(path))
    .flatMap((path) => [...readSource(path).matchAll(/resourcesDir, '([\w-]+)'/g)])
    .map(([, name]) => `resources/${name}`);
  const listed = files.filter((path) => path.startsWith('resources/') && !path.startsWith('resources/desktop/'));
  return [...named, ...listed].filter((path) => !existsSync(join(daemon, path)));
}

/** Threads and helper processes are bundles that the daemon and the command start by their paths. */
function missingBundles(daemon: string): string[] {
  const ofElectron = ['main', 'preload'];
  const needed = bundles.map(({ name }) => name).filter((name) => !ofElectron.includes(name));
  return needed.map((name) => `out/${name}`).filter((path) => !existsSync(join(daemon, path)));
}

function programsOf(daemon: string): string[] {
  return globSync(['out/*/*.js', 'resources/embedded/**/*.mjs'], { cwd: daemon }).map((path) => join(daemon, path));
}

/** The folders of all packages of the lock that the package has, nested ones among them. */
function packagesOf(daemon: string): string[] {
  const packageFolders = Object.keys(lock).filter((packageFolder) => packageFolder !== '');
  return packageFolders
    .map((packageFolder) => join(daemon, packageFolder))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** The packages of these names that Node does not find from a program, or finds outside of the package. */
function unresolved(daemon: string, from: string, names: readonly string[]): string[] {
  const isFound = (name: string) => {
    try {
      return findPackageJSON(name, pathToFileURL(from))?.startsWith(daemon + sep) === true;
    } catch {
      return false;
    }
  };
  return names.filter((name) => !isBuiltin(name) && !isFound(name)).map((name) => `node_modules/${name}`);
}

/** The files that npm installed for a package, and the packages that it depends on. */
function incomplete(daemon: string, folder: string): string[] {
  const packageFolder = relative(daemon, folder);
  const files = readdirSync(join(root, packageFolder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(join(packageFolder, 'node_modules')) && !isUnused(join(root, path)));
  const lost = files.filter((path) => !existsSync(join(daemon, path)));
  const { dependencies = {}, optionalDependencies = {} } = lock[packageFolder] ?? {};
  // npm lists an optional dependency among the others as well, and does not install it on another platform.
  const names = Object.keys(dependencies).filter((name) => !(name in optionalDependencies));
  return [...lost, ...unresolved(daemon, join(folder, 'index.js'), names)];
}

const lock: Record<string, { dependencies?: object; optionalDependencies?: object }> = JSON.parse(
  readSource('package-lock.json'),
).packages;
