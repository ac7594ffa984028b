// wasi_snapshot_preview1 for one program, in memory. A WebAssembly program can only call its imports. These are all of
// them, and none reaches the network, the host's files or another process.
import { randomFillSync } from 'node:crypto';
import { errno, FsError, fail } from '../errno.mjs';
import { createDescriptors } from './descriptors.mjs';
import { createFileCalls } from './file-calls.mjs';
import { createGuestMemory, cStrings } from './guest-memory.mjs';
import { createPathCalls } from './path-calls.mjs';
import { createPoll } from './poll.mjs';

/** Thrown through the program to end it. */
export class ProgramExit extends Error {
  /** @param {number} code */
  constructor(code) {
    super('the program exited');
    this.code = code;
  }
}

/** Thrown through the program when its time is up. */
export class TimeUp extends Error {}

/**
 * @typedef {object} Host
 * @property {ReturnType<typeof import('../tree.mjs').createTree>} tree
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string>>} env
 * @property {(into: Uint8Array) => number} readStdin
 * @property {(stream: 'stdout' | 'stderr', bytes: Uint8Array) => void} write
 * @property {() => number} msLeft until the time limit; Infinity before the program has begun
 */

/**
 * @param {Host} host
 * @param {() => WebAssembly.Memory} exportedMemory
 */
export function createWasi(host, exportedMemory) {
  const { tree } = host;
  const memory = createGuestMemory(exportedMemory);
  const descriptors = createDescriptors(tree.fs);
  descriptors.add({ kind: 'stream', read: host.readStdin });
  descriptors.add({ kind: 'stream', write: (bytes) => host.write('stdout', bytes) });
  descriptors.add({ kind: 'stream', write: (bytes) => host.write('stderr', bytes) });
  descriptors.add({ kind: 'folder', node: tree.fs.root, trail: [tree.fs.root], preopen: '/' });
  const program = { memory, descriptors, tree, fs: tree.fs };
  const calls = {
    ...createFileCalls(program),
    ...createPathCalls(program),
    ...createProcessCalls(host, memory),
    poll_oneoff: createPoll({ memory, descriptors, msLeft: host.msLeft }),
  };
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, guarded(call, host)]));
}

/** @param {Host} host @param {ReturnType<typeof createGuestMemory>} memory */
function createProcessCalls(host, memory) {
  const args = cStrings(host.args);
  const environment = cStrings(Object.entries(host.env).map(([name, value]) => `${name}=${value}`));
  const size = (/** @type {readonly Uint8Array[]} */ strings) => strings.reduce((sum, { length }) => sum + length, 0);
  const sizes =
    (/** @type {readonly Uint8Array[]} */ strings) => (/** @type {number} */ count, /** @type {number} */ bytes) => {
      memory.setU32(count, strings.length);
      memory.setU32(bytes, size(strings));
    };
  return {
    args_sizes_get: sizes(args),
    args_get: (/** @type {number} */ table, /** @type {number} */ at) => memory.strings(table, at, args),
    environ_sizes_get: sizes(environment),
    environ_get: (/** @type {number} */ table, /** @type {number} */ at) => memory.strings(table, at, environment),
    clock_res_get: (/** @type {number} */ _clock, /** @type {number} */ at) => memory.setU64(at, 1000n),
    clock_time_get: (/** @type {number} */ clock, /** @type {bigint} */ _precision, /** @type {number} */ at) =>
      memory.setU64(at, nanoseconds(clock)),
    random_get: (/** @type {number} */ at, /** @type {number} */ length) =>
      void randomFillSync(memory.bytes(at, length)),
    sched_yield: () => errno.success,
    proc_exit: (/** @type {number} */ code) => {
      throw new ProgramExit(code >>> 0);
    },
    proc_raise: () => errno.nosys,
    // There are no sockets.
    sock_accept: () => errno.notsup,
    sock_recv: () => errno.notsup,
    sock_send: () => errno.notsup,
    sock_shutdown: () => errno.notsup,
  };
}

/** @param {number} clock 0 the time of day, 1 monotonic, 2 and 3 processor time */
function nanoseconds(clock) {
  if (clock === 0) return timeOfDay();
  if (clock === 1) return process.hrtime.bigint();
  if (clock > 3) fail(errno.inval);
  const { user, system } = process.cpuUsage();
  return BigInt(user + system) * 1000n;
}

/** @param {(...args: any[]) => unknown} call @param {Host} host */
function guarded(call, { msLeft }) {
  return (/** @type {any[]} */ ...args) => {
    try {
      const answer = call(...args);
      if (msLeft() <= 0) throw new TimeUp();
      return typeof answer === 'number' ? answer : errno.success;
    } catch (error) {
      if (error instanceof FsError) return error.number;
      // The program passed a pointer outside of its memory.
      if (error instanceof RangeError || error instanceof TypeError) return errno.fault;
      throw error;
    }
  };
}

const driftCap = 5_000_000n;
let dayOffset = 0n;

/**
 * Returns the time of day, finer than `Date.now` but close to it: the machine may have been suspended during the wait.
 */
function timeOfDay() {
  const steady = process.hrtime.bigint();
  const day = BigInt(Date.now()) * 1_000_000n;
  const drift = steady + dayOffset - day;
  if (drift > driftCap || drift < -driftCap) dayOffset = day - steady;
  return steady + dayOffset;
}
