// Guest code: timers and `process`.

const { Buffer } = modules.buffer;
const { exactBuffer, toBytes } = modules.bytes;
const EventEmitter = modules.events;

const timers = new Map();
let lastTimer = 0;
/** One time for all timers that one iteration adds, as in Node: their order does not depend on its duration. */
let iterationMs;
function addTimer(call, { ms, args, repeatMs }) {
  const id = ++lastTimer;
  iterationMs ??= host.now();
  const timer = { id, call, args, repeatMs, dueMs: iterationMs + Math.max(Number(ms) || 1, 1) };
  timers.set(id, timer);
  return { id, ref: () => timer, unref: () => timer, hasRef: () => true, [Symbol.toPrimitive]: () => id };
}
const setTimeout = (call, ms, ...args) => addTimer(call, { ms, args });
const setInterval = (call, ms, ...args) => addTimer(call, { ms, args, repeatMs: Math.max(Number(ms) || 1, 1) });
const setImmediate = (call, ...args) => addTimer(call, { ms: 0, args });
const clear = (timer) => void timers.delete(typeof timer === 'object' ? timer?.id : Number(timer));

/** Runs the due timer. Returns the milliseconds to the next one, -1 if there is none. */
function pump() {
  iterationMs = undefined;
  const next = [...timers.values()].sort((a, b) => a.dueMs - b.dueMs || a.id - b.id)[0];
  if (next === undefined) return -1;
  const waitMs = next.dueMs - host.now();
  if (waitMs > 0) return waitMs;
  if (next.repeatMs === undefined) timers.delete(next.id);
  else next.dueMs = host.now() + next.repeatMs;
  next.call(...next.args);
  return 0;
}

const process = new EventEmitter();
const writer = (fd) => ({
  fd,
  isTTY: false,
  columns: 80,
  write: (data, ...rest) => {
    host.write(fd, exactBuffer(toBytes(typeof data === 'string' ? data : Buffer.from(data))));
    rest.find((value) => typeof value === 'function')?.();
    return true;
  },
  end: () => {},
  on: () => {},
  once: () => {},
});
function exit(code) {
  if (code !== undefined) process.exitCode = code;
  process.emit('exit', Number(process.exitCode ?? 0));
  host.exit(Number(process.exitCode ?? 0));
}
const startedMs = host.now();
Object.assign(process, {
  argv: [],
  env: {},
  exitCode: undefined,
  platform: 'linux',
  arch: 'wasm32',
  pid: 1,
  version: host.version,
  versions: { quickjs: host.version },
  execArgv: [],
  stdout: writer(1),
  stderr: writer(2),
  exit,
  cwd: () => host.cwd(),
  chdir: (path) => host.chdir(modules.path.resolve(path)),
  uptime: () => (host.now() - startedMs) / 1000,
  hrtime: Object.assign(() => [Math.trunc(host.now() / 1000), Math.trunc((host.now() % 1000) * 1e6)], {
    bigint: () => BigInt(Math.trunc(host.now() * 1e6)),
  }),
  memoryUsage: () => ({ heapUsed: 0, rss: 0 }),
  nextTick: (call, ...args) => void Promise.resolve().then(() => call(...args)),
  emitWarning: (warning) => process.stderr.write(`Warning: ${warning}\n`),
});

const clears = { clearTimeout: clear, clearInterval: clear, clearImmediate: clear };
modules.process = process;
modules.timers = { setTimeout, setInterval, setImmediate, ...clears };
modules.pump = pump;
Object.assign(globalThis, { ...modules.timers, process, global: globalThis });
globalThis.queueMicrotask ??= (call) => void Promise.resolve().then(() => call());
