/** The compiled code that starts of the command share. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { cliBundle, temporaryFolder } from './command.ts';

describe('the compiled code', () => {
  const help = async (cache: string, env: Record<string, string> = {}) => {
    const options = { env: { XDG_CACHE_HOME: cache, ...env }, stdin: 'ignore' } as const;
    return execa(process.execPath, ['--', cliBundle, 'run', '--help'], options);
  };
  const entriesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

  it('does no harm when an entry is damaged anywhere', async () => {
    const cache = join(temporaryFolder(), 'cache');
    const { stdout: expected } = await help(cache);
    const [entry = '', ...others] = entriesIn(join(cache, 'strongroom/command'));
    expect(others).toEqual([]);
    const whole = readFileSync(entry);
    for (let part = 0; part < 64; part++) {
      const damaged = Buffer.from(whole);
      const at = Math.floor((part * whole.length) / 64) + part;
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (part % 8));
      writeFileSync(entry, damaged);
      expect(await help(cache), `byte ${at}`).toMatchObject({ stdout: expected, stderr: '' });
    }
    for (const size of [0, 10, 1024, 1030, 2000, whole.length - 1]) {
      writeFileSync(entry, whole.subarray(0, size));
      expect(await help(cache), `${size} bytes`).toMatchObject({ stdout: expected, stderr: '' });
    }
  });

  it('is left out where its folder cannot be used', async () => {
    const cache = join(temporaryFolder(), 'cache');
    const { stdout: expected } = await help(cache);
    writeFileSync(join(cache, 'file'), '');
    expect(await help(join(cache, 'file'))).toMatchObject({ stdout: expected, stderr: '' });
    expect(await help('relative')).toMatchObject({ stdout: expected, stderr: '' });
    expect(existsSync('relative')).toBe(false);
  });
});
