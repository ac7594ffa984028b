// Guest code: `require`, and the start and end of a program.

const internal = ['bytes', 'pump'];
const builtins = new Map(Object.entries(modules).filter(([name]) => !internal.includes(name)));
const cache = new Map();
const { path, process, util } = modules;

/** Modules of Node that this engine lacks. */
const nodeModules = new Set(
  (
    'async_hooks child_process cluster constants dgram diagnostics_channel dns domain http http2 https inspector net ' +
    'punycode querystring repl stream string_decoder sys tls trace_events tty v8 vm wasi worker_threads zlib'
  ).split(' '),
);
/** Globals of Node that this engine lacks. */
const nodeGlobals = new Set(
  (
    'AbortController AbortSignal Blob BroadcastChannel ByteLengthQueuingStrategy CloseEvent CompressionStream ' +
    'CountQueuingStrategy Crypto CryptoKey CustomEvent DecompressionStream Event EventSource EventTarget File FormData ' +
    'Headers Intl MessageChannel MessageEvent MessagePort Navigator Performance ReadableStream Request Response Storage ' +
    'SubtleCrypto TextDecoderStream TextEncoderStream TransformStream URL URLSearchParams WebAssembly WebSocket ' +
    'WritableStream crypto fetch gc localStorage navigator performance queueMicrotask sessionStorage structuredClone'
  ).split(' '),
);
const needsDocker = 'it needs Docker';

function builtinOf(name) {
  const plain = name.startsWith('node:') ? name.slice(5) : name;
  const found = builtins.get(plain);
  if (found === undefined && name.startsWith('node:'))
    throw notFound(name, `is not in the embedded engine: ${needsDocker}`);
  return found;
}

function notFound(name, reason = reasonOf(name)) {
  return Object.assign(new Error(`Cannot find module '${name}': it ${reason}`), { code: 'MODULE_NOT_FOUND' });
}

function reasonOf(name) {
  return isOfNode(name)
    ? `is not in the embedded engine: ${needsDocker}`
    : 'cannot be found among the files of this run';
}

function isOfNode(name) {
  return nodeModules.has(name.replace(/^node:/, '').split('/')[0]);
}

function requireFrom(folder, from = '') {
  const require = (name) => {
    const builtin = builtinOf(name);
    if (builtin !== undefined) return builtin;
    const file = host.resolve(name, folder, from);
    if (file === '') throw notFound(name);
    return load(file);
  };
  return Object.assign(require, { resolve: (name) => host.resolve(name, folder, from), cache: {} });
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
    host.compile(source, file).call(module.exports, module.exports, requireFrom(folder, file), module, file, folder);
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
  const require = requireFrom(path.dirname(program), program);
  require.main = main;
  Object.assign(globalThis, {
    require,
    module: main,
    exports: main.exports,
    __filename: program,
    __dirname: path.dirname(program),
  });
  builtins.set('module', { createRequire: () => require });
}

function describe(error) {
  const note = isOfEngine(error) ? `The embedded engine lacks this: ${needsDocker}\n` : '';
  return `Uncaught ${util.inspect(error)}\n${note}`;
}

/** Returns true for an error that Node would not have had. */
function isOfEngine(error) {
  if (!(error instanceof Error) || typeof error.message !== 'string') return false;
  if (error instanceof ReferenceError) {
    const [, name] = /^'?(\w+)'? is not defined$/.exec(error.message) ?? [];
    return name !== undefined && nodeGlobals.has(name);
  }
  const [, name] = /^Cannot (?:find|load) module '([^']*)'/.exec(error.message) ?? [];
  return name !== undefined && (name.startsWith('node:') || isOfNode(name));
}

Object.assign(guest, {
  begin,
  describe,
  pump: modules.pump,
  finish: () => process.exit(),
  exportNames: (name) =>
    JSON.stringify(Object.keys(builtinOf(name) ?? {}).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key))),
});
