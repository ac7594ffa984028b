/** The files that a start of the built command loads. Durations are measured by `npm run bench:cli`. */
import { existsSync, globSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { cliBundle, commandWithDaemon, temporaryFolder } from './command.ts';
import { loadedBy } from './loaded-by.ts';

const fixture = commandWithDaemon();

describeWithEngine('a run', () => {
  it('loads neither schemas nor what only other options use', async () => {
    const { command, user } = await fixture.forNewUser();
    const file = join(command.folder, 'answer.py');
    writeFileSync(file, 'print(6 * 7)');
    const args = ['--data-dir', command.dataDir, 'run', '--no-stdin', file];
    const { stdout, files, bytes, builtins } = await loadedBy(args, { STRONGROOM_API_KEY: user.apiKey });
    expect(stdout).toBe('42\n');
    expect(files.filter((name) => !/^(index|run(-[\w-]+)?)\.js$/.test(name))).toEqual([]);
    expect(files.filter((name) => /watching|start-daemon/.test(name))).toEqual([]);
    expect(bytes).toBeLessThan(450_000);
    for (const name of ['https', 'tls', 'child_process', 'readline', 'inspector', 'internal/deps/undici/undici'])
      expect(builtins, name).not.toContain(name);
  });
});

describe('the compile cache', () => {
  const help = async (cache: string, env: Record<string, string> = {}) => {
    const options = { env: { XDG_CACHE_HOME: cache, ...env }, stdin: 'ignore' } as const;
    return execa(process.execPath, ['--', cliBundle, 'run', '--help'], options);
  };
  const entriesIn = (folder: string) => globSync('v*/*', { cwd: folder }).map((name) => join(folder, name));

  it('does no harm when its entries are damaged, or the folder cannot be written', async () => {
    const cache = join(temporaryFolder(), 'cache');
    const folder = join(cache, 'strongroom/command');
    const { stdout: expected } = await help(cache);
    const [first = '', ...others] = entriesIn(folder);
    truncateSync(first, 10);
    for (const path of others) writeFileSync(path, Buffer.alloc(statSync(path).size, 'damaged'));
    expect(await help(cache)).toMatchObject({ stdout: expected, stderr: '' });
    writeFileSync(join(cache, 'file'), '');
    expect(await help(join(cache, 'file'))).toMatchObject({ stdout: expected, stderr: '' });
    expect(await help('relative')).toMatchObject({ stdout: expected, stderr: '' });
    expect(existsSync('relative')).toBe(false);
  });
});
