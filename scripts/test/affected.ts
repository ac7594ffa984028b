/** Which suites of the full tier a change affects: those in the folders that mirror the folders of the changed files. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Folders below test/ for changed files. The first pattern that matches a path decides. `$1` is its group. A folder that does
 * not exist has no suites.
 */
const table: readonly [path: RegExp, ...folders: string[]][] = [
  [/^test\/support\//],
  [/^test\/([^/]+\/(?:docker|sandboxes|executions)\/[^/]+)\//, '$1'],
  [/^test\/([^/]+\/[^/]+)\//, '$1'],
  [/^test\/([^/]+)\//, '$1'],
  [/^src-shared\/zk\//, 'shared/zk', 'daemon/vault', 'e2e/vault'],
  [/^src-shared\//, 'shared', 'daemon/openapi'],
  [/^src-shared-node\/masking\//, 'shared-node/masking', 'daemon/work', 'daemon/executions'],
  [/^src-shared-node\//, 'shared-node', 'cli/connection', 'main'],
  [/^src-daemon\/engine\/docker\/([^/]+)\//, 'engine/docker/$1'],
  [/^src-daemon\/engine\/([^/]+)\//, 'engine/$1'],
  [/^src-daemon\/work\//, 'daemon/work', 'daemon/executions'],
  [/^src-daemon\/egress\//, 'daemon/egress', 'engine/docker/egress'],
  [/^src-daemon\/([^/]+)\//, 'daemon/$1'],
  [/^src-cli\/commands\/([^/.]+)(?:\/|\.ts$)/, 'cli/$1', 'cli/commands/$1'],
  [/^src-cli\/execution\//, 'cli/input', 'cli/output', 'cli/project', 'cli/received'],
  [/^src-cli\/([^/]+)\//, 'cli/$1'],
  [/^src-main\//, 'shell', 'main'],
  [/^src-renderer\/features\/(?:generation|packages|executions|audit)\//, 'e2e'],
  [/^src-renderer\/features\/([^/]+)\//, 'renderer/$1', 'e2e/$1', 'e2e/layout'],
  [/^src-renderer\//, 'e2e'],
  [/^resources\/sandbox\/init\//, 'engine/init'],
  [/^resources\/sandbox\/kernels\//, 'engine/kernels'],
  [/^resources\/(?:sandbox|families)\//, 'engine/docker/images', 'engine/docker/sandbox'],
  [/^resources\/embedded\//, 'engine/embedded'],
  [/^clients\//, 'clients'],
  [/^(?:docs\/|README\.md$)/, 'docs'],
  [/^scripts\//, 'scripts'],
];

/** Returns the folders below test/ whose suites a change of these files affects. */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const [pattern, ...names] = table.find(([one]) => one.test(path)) ?? [/$/];
    const [, group = ''] = pattern.exec(path) ?? [];
    return names.map((name) => `test/${name.replace('$1', group)}`);
  });
  return [...new Set(folders)].toSorted();
}

/** Returns true if a test file is in one of the folders. */
export function isBelow(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

/** Lists the test files of the full tier in these folders. */
export function fullFilesIn(root: string, folders: readonly string[]): string[] {
  return globSync('test/**/*.full.test.ts', { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => isBelow(path, folders))
    .toSorted();
}

/**
 * Lists the files that differ from a base, committed or not.
 * @param since a commit. By default it is the newest one that is older than four hours.
 */
export function changedFiles(root: string, since?: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const base = since ?? git('rev-list', '-1', '--before=4 hours ago', 'HEAD');
    if (base === '') return [];
    const tracked = git('diff', '--name-status', '--find-renames', base, '--');
    const added = git('ls-files', '--others', '--exclude-standard');
    return [...tracked.split('\n').flatMap(pathsOfChange), ...added.split('\n')].filter(Boolean);
  } catch (error) {
    if (since !== undefined) throw new Error(`--since ${since} is not a commit of this checkout`, { cause: error });
    // A folder without a repository, as from an archive.
    return [];
  }
}

/** Returns the paths of a line of `git diff --name-status`; none for a file that was only moved. */
function pathsOfChange(line: string): string[] {
  const [status = '', ...paths] = line.split('\t');
  return status === 'R100' ? [] : paths;
}
