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
    // Node itself reads index.cjs.
    expect(files).toEqual(['none.cjs']);
    expect(bytes).toBeLessThan(12_000);
  });

  it('loads the file of its group, and of no other, for the help of a command', async () => {
    const { stdout, files } = await loadedBy(['run', '--help']);
    expect(stdout).toContain('Usage: strongroom run ');
    expect(files.filter((name) => !/^(index|run(-[\w-]+)?)\.cjs$/.test(name))).toEqual([]);
    expect(files).not.toContain('run-run-watching.cjs');
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
    for (const [name] of groupNames) expect(existsSync(join(bundles, `${name}.cjs`)), name).toBe(true);
  });

  it('reads sources that V8 stores as one byte for each character', () => {
    const wide = globSync('*.cjs', { cwd: bundles }).filter((name) =>
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
    expect(files.filter((name) => !/^(index|run(-[\w-]+)?)\.cjs$/.test(name))).toEqual([]);
    expect(files.filter((name) => /watching|start-daemon/.test(name))).toEqual([]);
    expect(bytes).toBeLessThan(350_000);
    const late = ['https', 'tls', 'child_process', 'readline', 'inspector', 'crypto', 'stream/consumers'];
    // Those of /dev/null as a stream, and of `performance`.
    const lateInternal = ['fs/promises', 'timers/promises', 'internal/fs/streams', 'perf_hooks'];
    for (const name of [...late, ...lateInternal, 'internal/deps/undici/undici'])
      expect(builtins, name).not.toContain(name);
  });
});

describe('the compiled code', () => {
  const start = (cache: string, args: string[], options: string[] = []) => {
    const env = { XDG_CACHE_HOME: cache, XDG_DATA_HOME: cache };
    return execa(process.execPath, [...options, '--', cliBundle, ...args], { env, stdin: 'ignore', reject: false });
  };

  /** Returns how many functions of the command V8 compiles at a start. */
  async function compiledAt(cache: string, args: string[]): Promise<number> {
    const log = join(cache, 'v8.log');
    await start(cache, args, ['--log-function-events', `--logfile=${log}`, '--no-logfile-per-isolate']);
    const lines = readFileSync(log, 'utf8')
      .split('\n')
      .map((line) => line.split(','));
    const scripts = lines.filter(
      ([kind, , path = '']) => kind === 'script-details' && /\/out\/cli\/logs[\w-]*\.cjs/.test(path),
    );
    const own = new Set(scripts.map(([, script]) => script));
    return lines.filter(([kind, event, script]) => kind === 'function' && event === 'interpreter' && own.has(script))
      .length;
  }

  it('has every function of a command from its second start on, also if its help came first', async () => {
    const cache = join(temporaryFolder(), 'cache');
    mkdirSync(cache);
    expect(await compiledAt(cache, ['logs', '--help'])).toBeGreaterThan(100);
    expect(await compiledAt(cache, ['logs', '--help'])).toBe(0);
    expect(await compiledAt(cache, ['logs'])).toBeGreaterThan(10);
    expect(await compiledAt(cache, ['logs'])).toBe(0);
    expect(await compiledAt(cache, ['logs', '--help'])).toBe(0);
  });

  it('is in a folder of the user alone', async () => {
    const cache = join(temporaryFolder(), 'cache');
    await start(cache, ['logs', '--help']);
    const folder = join(cache, 'strongroom/command');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const entries = readdirSync(folder);
    expect(entries.map((name) => /_out_cli_logs[\w-]*_cjs$/.test(name))).toEqual([true]);
    for (const name of entries) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('is not used in a folder that others can write to', async () => {
    const cache = join(temporaryFolder(), 'cache');
    const folder = join(cache, 'strongroom/command');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    await start(cache, ['logs', '--help']);
    expect(readdirSync(folder)).toEqual([]);
  });
});
