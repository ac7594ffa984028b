// poll_oneoff, with which a program sleeps. Files and streams are always ready.
import { errno, fail } from '../errno.mjs';

const subscriptionBytes = 48;
const eventBytes = 32;
const subscriptionsCap = 256;
const eventClock = 0;
const isAbsolute = 1;
const nanosecondsPerMs = 1e6;
const never = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps, but not past the time limit. @param {number} ms @param {number} msLeft */
export function sleepFor(ms, msLeft) {
  if (ms > 0) Atomics.wait(never, 0, 0, Math.min(ms, Math.max(msLeft, 0)));
}

/**
 * @param {{ memory: ReturnType<typeof import('./guest-memory.mjs').createGuestMemory>,
 *   descriptors: ReturnType<typeof import('./descriptors.mjs').createDescriptors>, msLeft: () => number }} program
 */
export function createPoll({ memory, descriptors, msLeft }) {
  /** @param {number} at */
  function read(at) {
    const userdata = memory.u64(at);
    const type = memory.u8(at + 8);
    if (type !== eventClock) {
      descriptors.get(memory.u32(at + 16));
      return { userdata, type, waitMs: 0 };
    }
    const timeoutMs = Number(memory.u64(at + 24)) / nanosecondsPerMs;
    if ((memory.u16(at + 40) & isAbsolute) === 0) return { userdata, type, waitMs: timeoutMs };
    const now = memory.u32(at + 16) === 0 ? Date.now() : Number(process.hrtime.bigint()) / nanosecondsPerMs;
    return { userdata, type, waitMs: timeoutMs - now };
  }

  return (/** @type {number[]} */ ...args) => {
    const [from = 0, to = 0, count = 0, result = 0] = args;
    if (count >>> 0 === 0 || count >>> 0 > subscriptionsCap) fail(errno.inval);
    const subscriptions = Array.from({ length: count }, (_, index) => read(from + index * subscriptionBytes));
    const shortest = Math.min(...subscriptions.map(({ waitMs }) => waitMs));
    sleepFor(shortest, msLeft());
    const due = subscriptions.filter(({ waitMs }) => waitMs <= Math.max(shortest, 0));
    for (const [index, { userdata, type }] of due.entries()) {
      const at = to + index * eventBytes;
      memory.bytes(at, eventBytes).fill(0);
      memory.setU64(at, userdata);
      memory.setU8(at + 10, type);
    }
    memory.setU32(result, due.length);
  };
}
