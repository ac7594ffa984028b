import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * The cell whose code starts a timer, a program or a thread.
 * @typedef {{ number: number, isInterrupted: boolean }} Owner
 */

/** @type {AsyncLocalStorage<Owner>} */
const owners = new AsyncLocalStorage();
const runAsTick = process.nextTick;
const { clearInterval, setImmediate: startImmediate, setInterval: startInterval, setTimeout: startTimeout } = timers;

/** Node's own `setTimeout`: the driver's timers belong to no cell. */
export { startTimeout };

/**
 * Runs code whose timers, also those that it starts after an `await`, belong to an owner.
 * @param {Owner} owner
 * @param {() => void} action
 */
export function runAsOwner(owner, action) {
  owners.run(owner, action);
}

/** Returns the cell whose code runs, or whose callback does; undefined for code of no cell. */
export function currentOwner() {
  return owners.getStore();
}

/**
 * Calls the function soon, with an empty stack.
 * @param {() => void} action
 */
export function soon(action) {
  startImmediate(runAsTick, action);
}

/**
 * Replaces the functions for timers. The timers of an interrupted cell no longer call it: a loop of sleeps ends. Callbacks
 * of `setImmediate` run as ticks, which follow at once. If an interrupt ended the function of Node that runs all
 * immediates, the rest of them would never run, and Node would wait for them in a busy loop.
 */
export function replaceTimers() {
  const setTimeout = (callback, ...args) => startTimeout(unlessInterrupted(callback), ...args);
  const setInterval = (callback, ...args) => startInterval(unlessInterrupted(callback), ...args);
  const setImmediate = (callback, ...args) =>
    typeof callback === 'function'
      ? startImmediate(runAsTick, unlessInterrupted(callback), ...args)
      : startImmediate(callback);
  for (const name of ['setTimeout', 'setImmediate']) {
    timersPromises[name] = unlessInterruptedPromise(timersPromises[name]);
  }
  Object.defineProperty(setTimeout, promisify.custom, { value: timersPromises.setTimeout });
  Object.defineProperty(setImmediate, promisify.custom, { value: timersPromises.setImmediate });
  Object.assign(globalThis, { setTimeout, setInterval, setImmediate });
  Object.assign(timers, { setTimeout, setInterval, setImmediate });
  syncBuiltinESMExports();
}

function unlessInterrupted(callback) {
  const owner = owners.getStore();
  if (owner === undefined || typeof callback !== 'function') return callback;
  return function (...args) {
    if (owner.isInterrupted) clearInterval(this);
    else Reflect.apply(callback, this, args);
  };
}

function unlessInterruptedPromise(start) {
  return (...args) => {
    const owner = owners.getStore();
    const promise = start(...args);
    if (owner === undefined) return promise;
    return promise.then((value) => (owner.isInterrupted ? new Promise(() => {}) : value));
  };
}
