/** The compiled code that starts of the command share. */
import { existsSync, globSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { cliBundle, temporaryFolder } from './command.ts';

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
