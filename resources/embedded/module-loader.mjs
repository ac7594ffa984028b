// Resolves `import` and `require` of a program to the files of its run.
import { posix } from 'node:path';
import { errno, fail } from './errno.mjs';

/** Prefix of a name that has no file. The error is reported when the module is loaded. */
const missing = 'missing:';
const sources = /\.[cm]?tsx?$|\.jsx$/;
/** Start of a line that only a module can have. */
const moduleLine =
  /^(?:import\s*(?:[\w*{'"]|$)|export\s+(?:default|const|let|var|function|class|async|\{|\*)|export\s*[{*])/;

/** @param {string} file @param {string} source */
export function looksLikeModule(file, source) {
  if (/\.(mjs|mts)$/.test(file)) return true;
  return !/\.(cjs|cts|json)$/.test(file) && source.split('\n').some((line) => moduleLine.test(line.trimStart()));
}

/**
 * Returns the file of a name, '' if there is none.
 * @param {any} run
 * @param {string} name
 * @param {{ folder: string, from?: string | undefined }} importer its folder, and its file if it is known
 */
export function resolveFile({ typescript }, name, { folder, from = '' }) {
  // A query makes another instance in Node. Here it is the same.
  const plain = (name.startsWith('file://') ? name.slice(7) : name).replace(/(?<=.)[?#].*$/s, '');
  const isRelative = /^[./]/.test(plain);
  const ofFolder = /(?:^|\/)\.{0,2}$/.test(plain) ? '/' : '';
  const bases = isRelative
    ? [posix.resolve(folder, plain) + ofFolder]
    : [...typescript.candidatesOf(plain, folder), ...packageFolders(plain, folder)];
  for (const base of bases) {
    const found = typescript.find(base, sources.test(from));
    if (found !== undefined) return found;
  }
  return '';
}

/** @param {string} name @param {string} folder */
function packageFolders(name, folder) {
  const names = folder.split('/');
  return names.map((_, index) => posix.join('/', ...names.slice(0, names.length - index), 'node_modules', name));
}

/**
 * Returns the text of a file. TypeScript is compiled.
 * @param {any} run
 * @param {{ file: string, use: 'main' | 'require' | 'import' }} which
 */
export function readSource({ tree, fs, typescript }, { file, use }) {
  const node = tree.find([fs.root], file);
  if (node.kind !== 'file') return fail(errno.isdir);
  const text = Buffer.from(node.data.subarray(0, node.size))
    .toString('utf8')
    .replace(/^\uFEFF?(?:#!.*)?/, '');
  const isRequiredModule = use === 'require' && file.endsWith('js') && looksLikeModule(file, text);
  return sources.test(file) || isRequiredModule ? typescript.compile(text, file, use) : text;
}

/** Returns QuickJS's two callbacks: the source of a module, and its normalized name. */
/** @param {{ run: any, exportNames: (name: string) => any }} deps */
export function createModuleLoader({ run, exportNames }) {
  const load = (/** @type {string} */ name) => {
    if (name.startsWith(missing)) return { error: notFound(name.slice(missing.length)) };
    try {
      if (name.startsWith('node:')) return reexport(name, JSON.parse(exportNames(name)));
      const source = readSource(run, { file: name, use: 'import' });
      if (name.endsWith('.json')) return jsonModule(JSON.parse(source));
      return (run.typescript.isModule(name) ?? looksLikeModule(name, source))
        ? source
        : reexport(name, exportsOf(source));
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      return { error: new Error(`Cannot load module '${name}': ${message}`) };
    }
  };
  const normalize = (/** @type {string} */ from, /** @type {string} */ name) => {
    if (name.startsWith('node:') || isBuiltin(name, exportNames))
      return name.startsWith('node:') ? name : `node:${name}`;
    const file = resolveFile(run, name, { folder: posix.dirname(from), from });
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

/** Each property whose name is one of JavaScript is exported, too. @param {any} value */
function jsonModule(value) {
  const keys = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  const names = keys.filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default');
  const lines = names.map((key, at) => `const $${at} = m[${JSON.stringify(key)}]; export { $${at} as ${key} };`);
  return `const m = ${JSON.stringify(value)}; export default m; ${lines.join(' ')}`;
}

/** @param {string} name @param {string[]} names */
function reexport(name, names) {
  const own = names.filter((key) => key !== 'default');
  const lines = own.map((key) => `const $${key} = m[${JSON.stringify(key)}]; export { $${key} as ${key} };`);
  return `const m = globalThis.require(${JSON.stringify(name)}); export default m; ${lines.join(' ')}`;
}

/** Returns the names that a CommonJS file assigns to `exports`. @param {string} source */
function exportsOf(source) {
  const assigned = source.matchAll(/\bexports\.([A-Za-z_$][\w$]*)\s*=/g);
  // The forms of swc, for several names and for one.
  const several = source.matchAll(/^ {4}get ([A-Za-z_$][\w$]*) \(\) \{$/gm);
  const one = source.matchAll(/\bdefineProperty\(exports, "([A-Za-z_$][\w$]*)"/g);
  return [...new Set([...assigned, ...several, ...one].map(([, name]) => name ?? ''))];
}
