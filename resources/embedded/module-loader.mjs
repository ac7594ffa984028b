// Resolves `import` and `require` of a program to the files of its run.
import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';
import { errno, fail } from './errno.mjs';

/** Prefix of a name that has no file. The error is reported when the module is loaded. */
const missing = 'missing:';
const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.json', '/index.js', '/index.ts'];
/** Start of a line that only a module can have. */
const moduleLine =
  /^(?:import\s*(?:[\w*{'"]|$)|export\s+(?:default|const|let|var|function|class|async|\{|\*)|export\s*[{*])/;

/** @param {string} file @param {string} source */
export function looksLikeModule(file, source) {
  if (/\.(mjs|mts)$/.test(file)) return true;
  return !/\.(cjs|cts|json)$/.test(file) && source.split('\n').some((line) => moduleLine.test(line.trimStart()));
}

/** Returns the file of a name, '' if there is none. @param {any} run @param {string} name @param {string} folder */
export function resolveFile({ tree, fs }, name, folder) {
  const plain = name.startsWith('file://') ? name.slice(7) : name;
  const bases = /^[./]/.test(plain) ? [posix.resolve(folder, plain)] : packageFolders(plain, folder);
  for (const base of bases) {
    for (const ending of endings) {
      if (isFile(tree, fs, base + ending)) return base + ending;
    }
  }
  return '';
}

/** @param {string} name @param {string} folder */
function packageFolders(name, folder) {
  const names = folder.split('/');
  return names.map((_, index) => posix.join('/', ...names.slice(0, names.length - index), 'node_modules', name));
}

/** @param {any} tree @param {any} fs @param {string} path */
function isFile(tree, fs, path) {
  try {
    return tree.find([fs.root], path).kind === 'file';
  } catch {
    return false;
  }
}

/**
 * Returns the text of a file. The types of TypeScript are stripped.
 * @param {any} run
 * @param {{ file: string }} which
 */
export function readSource({ tree, fs }, { file }) {
  const node = tree.find([fs.root], file);
  if (node.kind !== 'file') return fail(errno.isdir);
  const text = Buffer.from(node.data.subarray(0, node.size)).toString('utf8').replace(/^#!.*/, '');
  return /\.[cm]?ts$/.test(file) ? stripTypeScriptTypes(text, { mode: 'transform' }) : text;
}

/** Returns QuickJS's two callbacks: the source of a module, and its normalized name. */
/** @param {{ run: any, exportNames: (name: string) => any }} deps */
export function createModuleLoader({ run, exportNames }) {
  const load = (/** @type {string} */ name) => {
    if (name.startsWith(missing)) return { error: notFound(name.slice(missing.length)) };
    try {
      if (name.startsWith('node:')) return reexport(name, JSON.parse(exportNames(name)));
      const source = readSource(run, { file: name });
      if (name.endsWith('.json')) return `export default ${JSON.stringify(JSON.parse(source))};`;
      return looksLikeModule(name, source) ? source : reexport(name, exportsOf(source));
    } catch {
      return { error: new Error(`Cannot load module '${name}'`) };
    }
  };
  const normalize = (/** @type {string} */ from, /** @type {string} */ name) => {
    if (name.startsWith('node:') || isBuiltin(name, exportNames))
      return name.startsWith('node:') ? name : `node:${name}`;
    const file = resolveFile(run, name, posix.dirname(from));
    return file === '' ? `${missing}${name}` : file;
  };
  return [load, normalize];
}

/** @param {string} name */
function notFound(name) {
  const reason = name.startsWith('node:')
    ? 'it is not in the embedded engine'
    : 'it is not among the files of this run';
  return new Error(`Cannot find module '${name}': ${reason}`);
}

/** @param {string} name @param {(name: string) => any} exportNames */
function isBuiltin(name, exportNames) {
  return /^[a-z_]+(\/[a-z]+)?$/.test(name) && exportNames(name) !== '[]';
}

/** @param {string} name @param {string[]} names */
function reexport(name, names) {
  const own = names.filter((key) => key !== 'default');
  const lines = own.map((key) => `const $${key} = m[${JSON.stringify(key)}]; export { $${key} as ${key} };`);
  return `const m = globalThis.require(${JSON.stringify(name)}); export default m; ${lines.join(' ')}`;
}

/** Returns the names that a CommonJS file assigns to `exports`. @param {string} source */
function exportsOf(source) {
  return [...new Set(Array.from(source.matchAll(/\bexports\.([A-Za-z_$][\w$]*)\s*=/g), ([, name]) => name ?? ''))];
}
