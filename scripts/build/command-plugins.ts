/** Changes of the sources of the `strongroom` command with which it starts fast. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { allGroups } from '../../src-shared-node/command-names.ts';
import { zodNames } from '../../src-shared-node/zod-names.ts';

/**
 * Builds the commands of one group into the program, and leaves out those of the others.
 * @param list path of the module that has the groups
 */
export function onlyGroup(list: string, group: string): Plugin {
  return {
    name: 'only-group',
    enforce: 'pre',
    transform: (code, id) => (id === list ? keepGroup(code, group) : undefined),
  };
}

/** Replaces the dynamic imports of a group by static ones, and the entries of other groups by nothing. */
function keepGroup(code: string, group: string): string {
  const imports: string[] = [];
  const lines: string[] = [];
  let key: string | undefined;
  for (const line of code.split('\n')) {
    const begun = /^ {2}(\w+): async /.exec(line)?.[1];
    key = begun ?? (line === '};' ? undefined : key);
    const isOther = key !== undefined && group !== allGroups && key !== group;
    if (isOther && begun !== undefined) lines.push(`  ${key}: undefined as never,`);
    if (isOther) continue;
    const [before = '', imported, after = ''] = key === undefined ? [line] : splitAtImport(line);
    if (imported !== undefined) imports.push(`import * as ${key}Commands from ${imported};`);
    lines.push(imported === undefined ? line : `${before}${key}Commands${after}`);
  }
  return [...imports, ...lines].join('\n');
}

/** Returns what precedes a dynamic import, the quoted path and what follows; the line alone if it has none. */
function splitAtImport(line: string): string[] {
  const [opening, closing] = ['await import(', ')'];
  const start = line.indexOf(opening);
  const end = line.indexOf(closing, start);
  if (start === -1) return [line];
  return [line.slice(0, start), line.slice(start + opening.length, end), line.slice(end + closing.length)];
}

/**
 * Replaces zod by the recorder of its calls.
 * @param recorder path of its module
 */
export function withLateZod(recorder: string): Plugin {
  return {
    name: 'late-zod',
    enforce: 'pre',
    resolveId: (source) => {
      if (source === './zod.cjs') return { id: source, external: true };
      return source === 'zod' ? recorder : undefined;
    },
  };
}

/**
 * Provides the module with the part of zod that is used.
 * @param path path of the module, which is no file
 */
export function usedZod(path: string): Plugin {
  const names = Object.values(zodNames).flat().join(', ');
  return {
    name: 'used-zod',
    enforce: 'pre',
    resolveId: (source) => (source === path ? path : undefined),
    load: (id) => (id === path ? `export { ${names} } from 'zod';` : undefined),
  };
}

/** Functions of built-in modules that few commands call, and that are slow to load. */
const lateFunctions: Readonly<Record<string, readonly string[]>> = {
  // TLS: most commands use the socket of the daemon.
  'node:https': ['request'],
  'node:readline': ['createInterface'],
  'node:readline/promises': ['createInterface'],
  'node:child_process': ['spawn', 'spawnSync', 'execFile'],
  'node:crypto': ['randomBytes'],
  'node:fs/promises': ['lstat', 'open', 'readdir', 'readFile', 'readlink', 'realpath', 'stat'],
  'node:stream/consumers': ['buffer', 'text'],
  'node:stream/promises': ['pipeline'],
  'node:timers/promises': ['setImmediate', 'setTimeout'],
};

/** Loads these modules at the first call of one of their functions. */
export function lateModules(): Plugin {
  const prefix = '\0late:';
  return {
    name: 'late-modules',
    enforce: 'pre',
    resolveId: (source) => (source in lateFunctions ? prefix + source : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const module = id.slice(prefix.length);
      const names = lateFunctions[module] ?? [];
      const lines = names.map((name) => `export const ${name} = (...args) => load().${name}(...args);`);
      return [
        `const load = () => globalThis.process.getBuiltinModule('${module}');`,
        ...lines,
        `export default { ${names.join(', ')} };`,
      ].join('\n');
    },
  };
}

/**
 * Makes a file the text of a function, which begins with a hash of the rest: code that was compiled from another text must
 * not be run.
 */
export function functionFiles(): Plugin {
  return {
    name: 'function-files',
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const text = `(function (exports, require, module, __filename, __dirname) {${file.code}\n})`;
        const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
        file.code = `/*${hash}*/${text}`;
      }
    },
  };
}

/** Replaces the copies of built-in modules that default imports get: each would have an accessor for every export. */
export function lightBuiltins(): Plugin {
  return { name: 'light-builtins', renderChunk: (code) => code.split('\n').map(lightCopy).join('\n') };
}

/** Replaces one line, as the bundler writes it: `node_path = __toESM(node_path, 1);`. */
function lightCopy(line: string): string {
  const [name = '', copy] = line.split(' = ', 2);
  return name.startsWith('node_') && copy === `__toESM(${name}, 1);`
    ? `${name} = { __proto__: ${name}, default: ${name} };`
    : line;
}
