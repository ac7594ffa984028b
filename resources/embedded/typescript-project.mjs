// The files of a run as a project of TypeScript: how its modules are found, and its tsconfig.json.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { compileFunction } from 'node:vm';

/**
 * @typedef {object} Tools paths of this installation
 * @property {string} rules the folder of the image's own files
 * @property {string} swc the folder of swc
 * @property {string} reader the module of get-tsconfig
 */

/** @param {Tools} tools @param {{ run: any }} deps */
export function createProject({ rules, reader }, { run }) {
  const { findModule } = createRequire(join(rules, 'main.cjs'))('./candidates.cjs');
  const files = createFileCalls(run);
  /** @type {Map<string, any>} */
  const configs = new Map();
  const optionsOf = (/** @type {string} */ file) => configOf(posix.dirname(file)).options;
  return { find, candidatesOf, optionsOf, formatOf };

  /** Returns the path of a module. @param {string} base absolute @param {boolean} isSource */
  function find(base, isSource) {
    const readMain = (/** @type {string} */ folder) => {
      const main = parse(files.read(`${folder}/package.json`))?.main;
      return typeof main === 'string' ? main : undefined;
    };
    return findModule(base, { isFile: files.isFile, isFolder: files.isFolder, readMain, prefersSources: isSource });
  }

  /** Returns the paths that tsconfig.json gives a name. @param {string} name @param {string} folder @returns {string[]} */
  function candidatesOf(name, folder) {
    return configOf(folder).candidatesOf(name);
  }

  /** Returns undefined if neither the ending nor package.json says it. @param {string} file */
  function formatOf(file) {
    if (/\.[cm]tsx?$/.test(file)) return /\.m/.test(posix.extname(file)) ? 'module' : 'commonjs';
    const manifests = foldersAbove(posix.dirname(file)).map((folder) => parse(files.read(`${folder}/package.json`)));
    const type = manifests.find((manifest) => manifest !== undefined)?.type;
    return type === 'module' || type === 'commonjs' ? type : undefined;
  }

  /** @param {string} folder */
  function configOf(folder) {
    if (!configs.has(folder)) configs.set(folder, readConfig(folder));
    return configs.get(folder);
  }

  /** @param {string} folder */
  function readConfig(folder) {
    const none = { options: {}, candidatesOf: () => [] };
    if (!files.hasConfig(folder)) return none;
    const { getTsconfig, createPathsMatcher } = loadReader(reader, files);
    try {
      const found = getTsconfig(folder);
      const candidatesOf = createPathsMatcher(found) ?? none.candidatesOf;
      return { options: found.config.compilerOptions ?? {}, candidatesOf };
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      run.write('stderr', Buffer.from(`Warning: the tsconfig.json above ${folder} is not used: ${message}\n`));
      return none;
    }
  }
}

/** The reader sees the files of the run only. @param {string} path @param {ReturnType<typeof createFileCalls>} files */
function loadReader(path, files) {
  const require = createRequire(path);
  const given = {
    existsSync: files.exists,
    readFileSync: files.mustRead,
    statSync: files.stat,
    realpathSync: files.same,
  };
  const requireFor = (/** @type {string} */ name) => (/^(?:node:)?fs$/.test(name) ? given : require(name));
  const module = { exports: /** @type {any} */ ({}) };
  const load = compileFunction(readFileSync(path, 'utf8'), ['exports', 'require', 'module'], { filename: path });
  load(module.exports, requireFor, module);
  return module.exports;
}

/** @param {any} run */
function createFileCalls({ tree, fs }) {
  const nodeAt = (/** @type {string} */ path) => {
    try {
      return tree.find([fs.root], path);
    } catch {
      return undefined;
    }
  };
  const kindOf = (/** @type {string} */ path) => nodeAt(path)?.kind;
  const read = (/** @type {string} */ path) => {
    const node = nodeAt(path);
    return node?.kind === 'file' ? Buffer.from(node.data.subarray(0, node.size)).toString('utf8') : undefined;
  };
  return {
    read,
    isFile: (/** @type {string} */ path) => kindOf(path) === 'file',
    isFolder: (/** @type {string} */ path) => kindOf(path) === 'folder',
    exists: (/** @type {string} */ path) => nodeAt(path) !== undefined,
    same: (/** @type {string} */ path) => path,
    stat: (/** @type {string} */ path) => ({
      isFile: () => kindOf(path) === 'file',
      isDirectory: () => kindOf(path) === 'folder',
    }),
    mustRead: (/** @type {string} */ path) => read(path) ?? missing(path),
    hasConfig: (/** @type {string} */ folder) =>
      foldersAbove(folder).some((one) => kindOf(posix.join(one, 'tsconfig.json')) === 'file'),
  };
}

/** @param {string} path @returns {never} */
function missing(path) {
  throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
}

/** @param {string} folder @returns {string[]} */
function foldersAbove(folder) {
  return folder === dirname(folder) ? [folder] : [folder, ...foldersAbove(dirname(folder))];
}

/** @param {string | undefined} text */
function parse(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
