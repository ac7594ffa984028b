// Guest code: Node's `path`, POSIX.

function normalize(path) {
  if (path === '') return '.';
  const isAbsolute = path.startsWith('/');
  const names = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (!isAbsolute) names.push('..');
  }
  const text = names.join('/') + (path.endsWith('/') && names.length > 0 ? '/' : '');
  return isAbsolute ? `/${text}` : text || '.';
}

const join = (...parts) => normalize(parts.filter((part) => part !== '').join('/') || '.');

function resolve(...parts) {
  let path = '';
  for (const part of [host.cwd(), ...parts])
    path = part.startsWith('/') ? part : part === '' ? path : `${path}/${part}`;
  const text = normalize(path);
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text;
}

function withoutSlashes(path) {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function basename(path, suffix = '') {
  const name = withoutSlashes(path).split('/').at(-1);
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

function dirname(path) {
  const trimmed = withoutSlashes(path);
  const at = trimmed.lastIndexOf('/');
  if (at === -1) return path.startsWith('/') ? '/' : '.';
  return withoutSlashes(trimmed.slice(0, at)) || '/';
}

function extname(path) {
  const name = basename(path);
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at);
}

function relative(from, to) {
  const [a, b] = [resolve(from), resolve(to)].map((path) => path.split('/').filter((name) => name !== ''));
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
}

function parse(path) {
  const base = basename(path);
  const ext = extname(path);
  const root = path.startsWith('/') ? '/' : '';
  const dir = path.includes('/') ? dirname(path) : '';
  return { root, dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) };
}

const format = ({ dir, root = '', base, name = '', ext = '' }) => `${dir ? `${dir}/` : root}${base ?? name + ext}`;
const isAbsolute = (path) => path.startsWith('/');
const path = {
  sep: '/',
  delimiter: ':',
  normalize,
  join,
  resolve,
  basename,
  dirname,
  extname,
  relative,
  parse,
  format,
  isAbsolute,
};
path.posix = path;
modules.path = path;
modules['path/posix'] = path;
