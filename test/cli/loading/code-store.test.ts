import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openCodeStore } from '../../../src-cli/loading/code-store.ts';
import { temporaryFolder } from '../command.ts';

// The next file of the process starts commands, which would store their code there.
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the store of compiled code', () => {
  const code = Buffer.from('compiled');
  const inCache = (cache: string, env = {}) => {
    vi.stubEnv('XDG_CACHE_HOME', cache);
    return openCodeStore(env);
  };

  it('returns what was stored for the same source, and has one entry for each file', () => {
    const cache = temporaryFolder();
    const store = inCache(cache);
    store?.write('/out/cli/run.cjs', 'a'.repeat(16), { commands: ['', 'run'], code });
    expect(store?.read('/out/cli/run.cjs', 'a'.repeat(16))).toEqual({ commands: ['', 'run'], code });
    expect(store?.read('/out/cli/run.cjs', 'b'.repeat(16))).toBeUndefined();
    expect(store?.read('/out/cli/runs.cjs', 'a'.repeat(16))).toBeUndefined();
    store?.write('/out/cli/run.cjs', 'b'.repeat(16), { commands: ['run'], code });
    expect(store?.read('/out/cli/run.cjs', 'a'.repeat(16))).toBeUndefined();
    expect(readdirSync(join(cache, 'strongroom/command'))).toHaveLength(1);
  });

  it('gives V8 the code where it needs not copy it', () => {
    const store = inCache(temporaryFolder());
    store?.write('/run.cjs', 'a'.repeat(16), { commands: ['run'], code: Buffer.alloc(100_000) });
    expect((store?.read('/run.cjs', 'a'.repeat(16))?.code.byteOffset ?? 1) % 8).toBe(0);
  });

  it('keeps the entry that it has if the names of the commands do not fit', () => {
    const store = inCache(temporaryFolder());
    store?.write('/run.cjs', 'a'.repeat(16), { commands: ['run'], code });
    store?.write('/run.cjs', 'a'.repeat(16), { commands: ['x'.repeat(2000)], code: Buffer.from('other') });
    expect(store?.read('/run.cjs', 'a'.repeat(16))?.code).toEqual(code);
  });

  it('leaves nothing incomplete if an entry cannot be replaced', () => {
    const cache = temporaryFolder();
    const store = inCache(cache);
    mkdirSync(join(cache, 'strongroom/command/_run_cjs/full'), { recursive: true });
    store?.write('/run.cjs', 'a'.repeat(16), { commands: ['run'], code });
    expect(store?.read('/run.cjs', 'a'.repeat(16))).toBeUndefined();
    expect(readdirSync(join(cache, 'strongroom/command'))).toEqual(['_run_cjs']);
  });

  it('is not used if the user has decided about compiled code, or others can write to its folder', () => {
    const cache = temporaryFolder();
    expect(inCache(cache, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined();
    expect(inCache(cache, { NODE_COMPILE_CACHE: cache })).toBeUndefined();
    expect(inCache('relative')).toBeUndefined();
    mkdirSync(join(cache, 'strongroom/command'), { recursive: true });
    chmodSync(join(cache, 'strongroom/command'), 0o775);
    expect(inCache(cache)).toBeUndefined();
    chmodSync(join(cache, 'strongroom/command'), 0o700);
    expect(inCache(cache)).toBeDefined();
  });
});
