// The functions that the guest's files call. A JavaScript program can reach nothing else of this process.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { errno, fail } from './errno.mjs';
import { walk } from './memory-fs.mjs';
import { readSource, resolveFile } from './module-loader.mjs';
import { sizeOf } from './wasi/file-stat.mjs';

const hashes = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];
const encodings = ['utf8', 'utf-8', 'hex', 'base64', 'base64url', 'latin1', 'binary', 'ascii', 'utf16le', 'ucs2'];
const randomCap = 65_536;

/** @param {{ run: any, context: any, bridge: any, end: (ending: object) => never }} deps */
export function createGuestHost({ run, context, bridge, end }) {
  const handle = context.newObject();
  let cwd = '/work';
  const define = (/** @type {string} */ name, /** @type {(...args: any[]) => any} */ call) =>
    context.setProp(handle, name, bridge.hostFunction(name, call));
  const calls = createFsCalls(run, () => cwd);

  define('fs', (syscall, path, ...rest) => (calls[syscall] ?? fail(errno.nosys))(path, ...rest));
  define('cwd', () => cwd);
  define('chdir', (path) => {
    if (run.tree.find([run.fs.root], path).kind !== 'folder') fail(errno.notdir);
    cwd = path;
  });
  define('now', () => performance.now());
  define('write', (fd, bytes) => run.write(fd === 2 ? 'stderr' : 'stdout', bytes));
  define('readStdin', () => readAll(run));
  define('random', (size) => new Uint8Array(randomBytes(size > randomCap ? fail(errno.inval) : size)));
  define('encode', (text, encoding = 'utf8') => new Uint8Array(Buffer.from(text, known(encoding))));
  define('decode', (bytes, encoding = 'utf8') => Buffer.from(bytes).toString(known(encoding)));
  define('digest', (algorithm, bytes, key) => {
    if (!hashes.includes(algorithm)) fail(errno.inval);
    const hash = key === undefined ? createHash(algorithm) : createHmac(algorithm, key);
    return new Uint8Array(hash.update(bytes).digest());
  });
  define('exit', (code) => end({ exitCode: code & 0xff }));
  define('resolve', (name, folder, from) => resolveFile(run, name, { folder, from }));
  define('source', (file) => readSource(run, { file, use: 'require' }));
  context.setProp(
    handle,
    'compile',
    context.newFunction('compile', (/** @type {any} */ source, /** @type {any} */ file) => {
      // On the program's first line, so that the lines of its errors are right.
      const head = '(function (exports, require, module, __filename, __dirname) {';
      const result = context.evalCode(`${head}${context.getString(source)}\n})`, context.getString(file));
      return result.error ? { error: result.error } : result.value;
    }),
  );
  context.setProp(handle, 'version', context.newString('v2025.9.13'));

  return {
    handle,
    /** @param {string} program @param {(error: any) => never} refuse */
    sourceOf: (program, refuse) => {
      try {
        return readSource(run, { file: program, use: 'main' });
      } catch (error) {
        const message = /** @type {Error} */ (error).message;
        return refuse(context.newError({ name: 'SyntaxError', message }));
      }
    },
  };
}

/** @param {string} encoding @returns {BufferEncoding} */
function known(encoding) {
  return /** @type {BufferEncoding} */ (encodings.includes(encoding) ? encoding : fail(errno.inval));
}

/** @param {any} run */
function readAll(run) {
  const pieces = [];
  for (;;) {
    const piece = new Uint8Array(65_536);
    const got = run.readStdin(piece);
    if (got === 0) return new Uint8Array(Buffer.concat(pieces));
    pieces.push(piece.subarray(0, got));
  }
}

/** @param {any} run @param {() => string} cwd @returns {Record<string, (path: string, ...rest: any[]) => any>} */
function createFsCalls({ tree, fs }, cwd) {
  const root = [fs.root];
  const at = (/** @type {string} */ path) =>
    path.startsWith('/') ? path : path === '' ? fail(errno.noent) : `${cwd()}/${path}`;
  const status = (/** @type {any} */ node) =>
    JSON.stringify({ kind: node.kind, size: sizeOf(node), modifiedMs: node.modifiedMs, ino: node.ino });
  return {
    open: (path, how, bytes) => {
      if (how === 'read') return readNode(tree.open(root, at(path), {}).node);
      const flags = { create: true, write: true, truncate: how === 'write', exclusive: how === 'create' };
      const { node } = tree.open(root, at(path), flags);
      fs.write(node, how === 'append' ? node.size : 0, bytes);
      return undefined;
    },
    stat: (path) => status(tree.find(root, at(path))),
    lstat: (path) => status(tree.find(root, at(path), { follow: false })),
    mkdir: (path) => tree.makeFolder(root, at(path)),
    rmdir: (path) => tree.removeFolder(root, at(path)),
    unlink: (path) => tree.removeFile(root, at(path)),
    symlink: (path, target) => tree.makeLink(root, at(path), target),
    rename: (path, to) => tree.rename(walk(root, at(path), { follow: false }), walk(root, at(to), { follow: false })),
    readlink: (path) => {
      const node = tree.find(root, at(path), { follow: false });
      return node.kind === 'link' ? node.target : fail(errno.inval);
    },
    realpath: (path) => {
      tree.find(root, at(path));
      return at(path);
    },
    scandir: (path) => {
      const node = tree.find(root, at(path));
      if (node.kind !== 'folder') fail(errno.notdir);
      return JSON.stringify(Array.from(node.entries, ([name, { kind }]) => ({ name, kind })));
    },
  };
}

/** @param {any} node */
function readNode(node) {
  return node.kind === 'file' ? node.data.subarray(0, node.size) : fail(errno.isdir);
}
