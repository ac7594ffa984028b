/** The files that a start of the built command loads. Durations are measured by `npm run bench:cli`. */
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { findGroup, groupNames } from '../../src-shared-node/command-names.ts';
import { zodNames } from '../../src-shared-node/zod-names.ts';
import { readSource, root } from '../house/checkout.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { cliBundle, commandWithDaemon, temporaryFolder } from './command.ts';
import { bundles, loadedBy } from './loaded-by.ts';

const fixture = commandWithDaemon();

describe('a start of the command', () => {
  it('loads only its own version for --version', async () => {
    const { stdout, files, bytes } = await loadedBy(['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(files).toEqual(['index.js', 'none.js']);
    expect(bytes).toBeLessThan(12_000);
  });

  it('loads the file of its group, and of no other, for the help of a command', async () => {
    const { stdout, files } = await loadedBy(['run', '--help']);
    expect(stdout).toContain('Usage: strongroom run ');
    expect(files.filter((name) => !/^(index|run(-[\w-]+)?)\.js$/.test(name))).toEqual([]);
    expect(files).not.toContain('run-run-watching.js');
  });

  it.each([
    [['run', 'a.py'], 'run'],
    [['exec', 'python', '1'], 'run'],
    [['--json', '--data-dir', 'run', 'logout'], 'login'],
    [['--data-dir=d', 'vault', 'ls'], 'vault'],
    [['--version'], 'none'],
    [['run', '--version'], 'run'],
    [[], 'all'],
    [['--help'], 'all'],
    [['rnu'], 'all'],
    [['--', 'run'], 'all'],
  ])('finds the group of %j: %s', (args, group) => {
    expect(findGroup(args)).toBe(group);
  });

  it('has a file for each group', () => {
    for (const [name] of groupNames) expect(existsSync(join(bundles, `${name}.js`)), name).toBe(true);
  });

  it('reads sources that V8 stores as one byte for each character', () => {
    const wide = globSync('*.js', { cwd: bundles }).filter((name) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
      /[^\x00-\x7f]/.test(readFileSync(join(bundles, name), 'utf8')),
    );
    expect(wide).toEqual([]);
  });

  it('has every part of zod that the sources name', () => {
    const sources = globSync('src-{cli,shared,shared-node}/**/*.ts', { cwd: root }).map(readSource);
    const named = sources.flatMap((source) => [
      ...source.matchAll(/\bz\s*\.(\w+)\s*\(|\b(?:instanceof|new) z\.(\w+)/g),
    ]);
    const names = new Set(named.map(([, called, used]) => called ?? used ?? ''));
    expect([...names].filter((name) => !Object.values(zodNames).flat().includes(name))).toEqual([]);
  });
});

describeWithEngine('a run', () => {
  it('loads neither schemas nor what only other options use', async () => {
    const { command, user } = await fixture.forNewUser();
    const file = join(command.folder, 'answer.py');
    writeFileSync(file, 'print(6 * 7)');
    const args = ['--data-dir', command.dataDir, 'run', file];
    const { stdout, files, bytes, builtins } = await loadedBy(args, { STRONGROOM_API_KEY: user.apiKey });
    expect(stdout).toBe('42\n');
    expect(files.filter((name) => !/^(index|run(-[\w-]+)?)\.js$/.test(name))).toEqual([]);
    expect(files.filter((name) => /watching|start-daemon/.test(name))).toEqual([]);
    expect(bytes).toBeLessThan(350_000);
    const late = ['https', 'tls', 'child_process', 'readline', 'inspector', 'crypto', 'stream/consumers'];
    // Those of /dev/null as a stream, and of `performance`.
    const lateInternal = ['fs/promises', 'timers/promises', 'internal/fs/streams', 'perf_hooks'];
    for (const name of [...late, ...lateInternal, 'internal/deps/undici/undici'])
      expect(builtins, name).not.toContain(name);
  });
});

describe('the compile cache', () => {
  const help = async (cache: string, env: Record<string, string> = {}) => {
    const options = { env: { XDG_CACHE_HOME: cache, ...env }, stdin: 'ignore' } as const;
    return execa(process.execPath, ['--', cliBundle, 'run', '--help'], options);
  };
  const entriesIn = (folder: string) => globSync('v*/*', { cwd: folder }).map((name) => join(folder, name));

  it('is in a folder of the user alone, and is used by the next start', async () => {
    const cache = join(temporaryFolder(), 'cache');
    const folder = join(cache, 'strongroom/command');
    await help(cache);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(entriesIn(folder).length).toBeGreaterThan(0);
    const { stderr: log } = await help(cache, { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
    expect(log).toMatch(/cache for ESM \S*\/out\/cli\/run\.js was accepted/);
    expect(log).not.toContain('was rejected');
  });

  it('is not used in a folder that others can write to', async () => {
    const cache = join(temporaryFolder(), 'cache');
    const folder = join(cache, 'strongroom/command');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    await help(cache);
    expect(readdirSync(folder)).toEqual([]);
  });
});
