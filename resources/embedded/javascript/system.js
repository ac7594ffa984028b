// Guest code: `crypto`, `os` and the small modules of Node that need no system.

const { Buffer } = modules.buffer;
const { exactBuffer, toBytes } = modules.bytes;
const { setTimeout } = modules.timers;
const startedMs = host.now();
const bytesOf = (size) => new Buffer(host.random(size));
const randomInt = (low, high) => {
  const [from, to] = high === undefined ? [0, low] : [low, high];
  return from + Math.floor((bytesOf(4).readUInt32LE() / 2 ** 32) * (to - from));
};
function randomUUID() {
  const bytes = bytesOf(16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
function createHash(algorithm, key) {
  const pieces = [];
  const hash = {
    update: (data, encoding) => {
      pieces.push(typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(data));
      return hash;
    },
    digest: (encoding) => {
      const bytes = new Buffer(host.digest(algorithm, exactBuffer(Buffer.concat(pieces)), key));
      return encoding ? bytes.toString(encoding) : bytes;
    },
  };
  return hash;
}
const sleep = (ms, value) => new Promise((resolve) => void setTimeout(resolve, ms, value));
const performance = { now: () => host.now() - startedMs, timeOrigin: Date.now() };
const getRandomValues = (array) => {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytesOf(array.byteLength));
  return array;
};
Object.assign(modules, {
  'timers/promises': { setTimeout: sleep, setImmediate: (value) => sleep(0, value) },
  os: {
    EOL: '\n',
    platform: () => 'linux',
    type: () => 'Linux',
    arch: () => 'wasm32',
    tmpdir: () => '/tmp',
    homedir: () => '/tmp',
    cpus: () => [],
    hostname: () => 'sandbox',
  },
  crypto: {
    randomBytes: bytesOf,
    randomUUID,
    randomInt,
    getRandomValues,
    createHash: (algorithm) => createHash(algorithm),
    createHmac: (algorithm, key) => createHash(algorithm, exactBuffer(toBytes(key))),
  },
  perf_hooks: { performance },
  url: {
    fileURLToPath: (url) => String(url).replace('file://', ''),
    pathToFileURL: (path) => ({ href: `file://${path}` }),
  },
});
Object.assign(globalThis, { performance, crypto: { getRandomValues, randomUUID } });
