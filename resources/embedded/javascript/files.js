// Guest code: `fs` and `path`, over the tree in this process's memory.

const { exactBuffer, toBytes } = modules.bytes;
const numbers = { ENOENT: -2, EEXIST: -17, ENOTDIR: -20, EISDIR: -21, EINVAL: -22, ENOSPC: -28, EROFS: -30 };
const messages = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  ENOTDIR: 'not a directory',
  EISDIR: 'illegal operation on a directory',
  ENOTEMPTY: 'directory not empty',
  ENOSPC: 'no space left on device',
  EROFS: 'read-only file system',
};

function call(syscall, path, ...rest) {
  const text = pathText(path);
  try {
    return host.fs(syscall, text, ...rest);
  } catch (thrown) {
    const code = String(thrown.message);
    const error = new Error(`${code}: ${messages[code] ?? 'refused'}, ${syscall} '${text}'`);
    throw Object.assign(error, { errno: numbers[code] ?? -5, code, syscall, path: text });
  }
}

function pathText(path) {
  if (path instanceof Uint8Array) return modules.buffer.Buffer.from(path).toString();
  if (typeof path !== 'string') throw new TypeError('The "path" argument must be of type string.');
  return path.startsWith('file://') ? path.slice(7) : path;
}

function encodingOf(options) {
  return typeof options === 'string' ? options : options?.encoding;
}

function readFileSync(path, options) {
  const isStdin = path === 0 || path === '/dev/stdin';
  const bytes = new modules.buffer.Buffer(isStdin ? host.readStdin(-1) : call('open', path, 'read'));
  const encoding = encodingOf(options);
  return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
}

function writeFileSync(path, data, options) {
  const bytes = exactBuffer(toBytes(typeof data === 'number' ? String(data) : data));
  if (path === 1 || path === 2) return void host.write(path, bytes);
  call('open', path, options?.flag === 'a' ? 'append' : options?.flag === 'wx' ? 'create' : 'write', bytes);
}

function statsOf(json) {
  const { kind, size, modifiedMs, ino } = JSON.parse(json);
  return {
    ino,
    size,
    mode: kind === 'folder' ? 0o40755 : 0o100644,
    mtimeMs: modifiedMs,
    mtime: new Date(modifiedMs),
    ctime: new Date(modifiedMs),
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => kind === 'link',
  };
}

function stat(syscall, path, options) {
  try {
    return statsOf(call(syscall, path));
  } catch (error) {
    if (options?.throwIfNoEntry === false && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function exists(path) {
  try {
    host.fs('stat', pathText(path));
    return true;
  } catch {
    return false;
  }
}

function mkdirSync(path, options) {
  if (!options?.recursive) return void call('mkdir', path);
  const names = modules.path.resolve(pathText(path)).split('/').slice(1);
  for (let depth = 1; depth <= names.length; depth++) {
    const folder = `/${names.slice(0, depth).join('/')}`;
    if (!exists(folder)) call('mkdir', folder);
  }
}

function readdirSync(path, options) {
  const listed = JSON.parse(call('scandir', path));
  const base = pathText(path);
  if (options?.recursive) {
    return listed.flatMap(({ name, kind }) =>
      kind === 'folder' ? [name, ...readdirSync(`${base}/${name}`, options).map((below) => `${name}/${below}`)] : name,
    );
  }
  if (!options?.withFileTypes) return listed.map(({ name }) => name).sort();
  return listed.map(({ name, kind }) => ({
    name,
    parentPath: base,
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => kind === 'link',
  }));
}

function rmSync(path, options = {}) {
  if (options.force && !exists(path)) return;
  const text = pathText(path);
  if (!stat('lstat', text).isDirectory()) return void call('unlink', text);
  if (!options.recursive) return void call('rmdir', text);
  for (const name of readdirSync(text)) rmSync(`${text}/${name}`, options);
  call('rmdir', text);
}

const sync = {
  readFileSync,
  writeFileSync,
  appendFileSync: (path, data) => writeFileSync(path, data, { flag: 'a' }),
  existsSync: exists,
  statSync: (path, options) => stat('stat', path, options),
  lstatSync: (path, options) => stat('lstat', path, options),
  accessSync: (path) => void call('stat', path),
  mkdirSync,
  readdirSync,
  unlinkSync: (path) => void call('unlink', path),
  rmdirSync: (path, options) => (options?.recursive ? rmSync(path, options) : void call('rmdir', path)),
  rmSync,
  renameSync: (from, to) => void call('rename', from, pathText(to)),
  copyFileSync: (from, to) => writeFileSync(to, readFileSync(from)),
  symlinkSync: (target, path) => void call('symlink', path, pathText(target)),
  readlinkSync: (path) => call('readlink', path),
  realpathSync: (path) => call('realpath', path),
  writeSync: (fd, data) => {
    const bytes = toBytes(data);
    host.write(fd, exactBuffer(bytes));
    return bytes.length;
  },
};
const promises = {};
const withCallback = {};
for (const [name, action] of Object.entries(sync)) {
  const plain = name.replace(/Sync$/, '');
  promises[plain] = async (...args) => action(...args);
  withCallback[plain] = (...args) => {
    const done = args.pop();
    promises[plain](...args).then((value) => done(null, value), done);
  };
}
modules.fs = { ...withCallback, ...sync, promises, constants: { F_OK: 0, R_OK: 4, W_OK: 2 } };
modules['fs/promises'] = promises;
