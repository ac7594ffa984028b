// Guest code: `require`, and the start and end of a program.

const internal = ['bytes', 'pump'];
const builtins = new Map(Object.entries(modules).filter(([name]) => !internal.includes(name)));
const cache = new Map();
const { path, process, util } = modules;

function builtinOf(name) {
  const plain = name.startsWith('node:') ? name.slice(5) : name;
  const found = builtins.get(plain);
  if (found === undefined && name.startsWith('node:'))
    throw notFound(name, 'is not in the embedded engine: it needs Docker');
  return found;
}

function notFound(name, reason = 'cannot be found among the files of this run') {
  return Object.assign(new Error(`Cannot find module '${name}': it ${reason}`), { code: 'MODULE_NOT_FOUND' });
}

function requireFrom(folder) {
  const require = (name) => {
    const builtin = builtinOf(name);
    if (builtin !== undefined) return builtin;
    const file = host.resolve(name, folder);
    if (file === '') throw notFound(name);
    return load(file);
  };
  return Object.assign(require, { resolve: (name) => host.resolve(name, folder), cache: {} });
}

function load(file) {
  const known = cache.get(file);
  if (known !== undefined) return known.exports;
  const module = { exports: {}, filename: file, id: file, loaded: false };
  cache.set(file, module);
  const source = host.source(file);
  if (file.endsWith('.json')) module.exports = JSON.parse(source);
  else {
    const folder = path.dirname(file);
    host.compile(source, file).call(module.exports, module.exports, requireFrom(folder), module, file, folder);
  }
  module.loaded = true;
  return module.exports;
}

/** Sets the state that the program finds at its start. */
function begin(json) {
  const { args, env, program } = JSON.parse(json);
  process.argv = ['/usr/local/bin/node', program, ...args];
  process.env = env;
  const main = { exports: {}, filename: program, id: '.', loaded: false };
  const require = requireFrom('/work');
  require.main = main;
  Object.assign(globalThis, {
    require,
    module: main,
    exports: main.exports,
    __filename: program,
    __dirname: '/work',
  });
  builtins.set('module', { createRequire: () => require });
}

function describe(error) {
  return `Uncaught ${util.inspect(error)}\n`;
}

Object.assign(guest, {
  begin,
  describe,
  pump: modules.pump,
  finish: () => process.exit(),
  exportNames: (name) =>
    JSON.stringify(Object.keys(builtinOf(name) ?? {}).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key))),
});
