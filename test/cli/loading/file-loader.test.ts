import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredCode } from '../../../src-cli/loading/code-store.ts';
import { createFileLoader } from '../../../src-cli/loading/file-loader.ts';
import { temporaryFolder } from '../command.ts';

const requirePackage = createRequire(import.meta.url);

/** Returns the text of a file as the build writes it. */
const fileOf = (body: string, hash = '0123456789abcdef') =>
  `/*${hash}*/(function (exports, require, module, __filename, __dirname) {${body}\n})`;

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), fileOf(body));
  return folder;
}

/** A store in memory. */
function memoryStore() {
  const entries = new Map<string, StoredCode>();
  return {
    entries,
    read: (path: string, hash: string) => entries.get(`${path} ${hash}`),
    write: (path: string, hash: string, stored: StoredCode) => void entries.set(`${path} ${hash}`, stored),
  };
}

describe('the loader of files', () => {
  it('loads each file once, with the parts that name it, and gives packages and its own path', () => {
    const folder = folderWith({
      'whole.cjs': `exports.parts = [() => require('./part.cjs').name]; exports.name = 'whole';
        exports.separator = require('node:path').sep; exports.paths = [__filename, __dirname];`,
      'part.cjs': `exports.name = require('./whole.cjs').name + ' of the part';`,
    });
    const loader = createFileLoader({ folder, requirePackage, store: undefined });
    const whole = loader.load('whole.cjs') as { parts: (() => string)[]; separator: string; paths: string[] };
    expect(loader.load('whole.cjs')).toBe(whole);
    expect(whole.parts[0]?.()).toBe('whole of the part');
    expect(whole.separator).toBe(requirePackage('node:path').sep);
    expect(whole.paths).toEqual([join(folder, 'whole.cjs'), folder]);
  });

  it('stores what it compiled once for each command, and not for a help after another command', () => {
    const folder = folderWith({ 'whole.cjs': `exports.answer = () => 42;` });
    const store = memoryStore();
    const keptAfter = (command: string) => {
      const loader = createFileLoader({ folder, requirePackage, store });
      expect((loader.load('whole.cjs') as { answer(): number }).answer()).toBe(42);
      const [before] = store.entries.values();
      loader.keep(command);
      const [after] = store.entries.values();
      return before === after ? undefined : after?.commands;
    };
    expect(keptAfter('')).toEqual(['']);
    expect(keptAfter('')).toBeUndefined();
    expect(keptAfter('run')).toEqual(['', 'run']);
    expect(keptAfter('run')).toBeUndefined();
    expect(keptAfter('exec')).toEqual(['', 'run', 'exec']);
  });

  it('does not run the code of another source of the same length', () => {
    const folder = folderWith({ 'whole.cjs': `exports.answer = () => 42;` });
    const path = join(folder, 'whole.cjs');
    const store = memoryStore();
    const answer = () => {
      const loader = createFileLoader({ folder, requirePackage, store });
      const value = (loader.load('whole.cjs') as { answer(): number }).answer();
      loader.keep('run');
      return value;
    };
    expect(answer()).toBe(42);
    writeFileSync(path, fileOf(`exports.answer = () => 43;`, 'fedcba9876543210'));
    expect(answer()).toBe(43);
    expect(store.entries.size).toBe(2);
  });
});
