// Guest code: `events` and `assert`.

class EventEmitter {
  #listeners = new Map();
  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }
  addListener(name, listener) {
    return this.on(name, listener);
  }
  once(name, listener) {
    const once = (...args) => {
      this.off(name, once);
      listener.apply(this, args);
    };
    once.listener = listener;
    return this.on(name, once);
  }
  off(name, listener) {
    const left = (this.#listeners.get(name) ?? []).filter((other) => other !== listener && other.listener !== listener);
    this.#listeners.set(name, left);
    return this;
  }
  removeListener(name, listener) {
    return this.off(name, listener);
  }
  removeAllListeners(name) {
    if (name === undefined) this.#listeners.clear();
    else this.#listeners.delete(name);
    return this;
  }
  emit(name, ...args) {
    const listeners = this.#listeners.get(name) ?? [];
    if (name === 'error' && listeners.length === 0) throw args[0];
    for (const listener of listeners) listener.apply(this, args);
    return listeners.length > 0;
  }
  listenerCount(name) {
    return (this.#listeners.get(name) ?? []).length;
  }
}
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.once = (emitter, name) => new Promise((resolve) => emitter.once(name, (...args) => resolve(args)));
modules.events = EventEmitter;

class AssertionError extends Error {
  constructor({ message, actual, expected }) {
    super(message);
    this.name = 'AssertionError';
    Object.assign(this, { code: 'ERR_ASSERTION', actual, expected });
  }
}

function fail(message, fallback, values = {}) {
  if (message instanceof Error) throw message;
  throw new AssertionError({ message: message ?? fallback, ...values });
}

function looselyEqual(a, b) {
  // biome-ignore lint/suspicious/noDoubleEquals: what Node's assert.equal compares by
  return a == b || (Number.isNaN(a) && Number.isNaN(b));
}

function isDeepEqual(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof Map || a instanceof Set) return a.size === b.size && isDeepEqual([...a], [...b]);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(a[key], b[key]))
  );
}

const { inspect } = modules.util;
const ok = (value, message) => value || fail(message, 'The expression evaluated to a falsy value');
const compare = (test, description) => (actual, expected, message) => {
  if (!test(actual, expected))
    fail(message, `${description}\n\n${inspect(actual)} !== ${inspect(expected)}\n`, { actual, expected });
};
function throws(action, expected, message) {
  try {
    action();
  } catch (error) {
    if (expected instanceof RegExp && !expected.test(String(error))) throw error;
    return;
  }
  fail(message, 'Missing expected exception.');
}
const assert = Object.assign((value, message) => ok(value, message), {
  AssertionError,
  ok,
  isDeepEqual,
  equal: compare((a, b) => looselyEqual(a, b), 'Expected values to be loosely equal:'),
  notEqual: compare((a, b) => !looselyEqual(a, b), 'Expected values to be loosely unequal:'),
  strictEqual: compare(Object.is, 'Expected values to be strictly equal:'),
  notStrictEqual: compare((a, b) => !Object.is(a, b), 'Expected values to be strictly unequal:'),
  deepStrictEqual: compare(isDeepEqual, 'Expected values to be strictly deep-equal:'),
  deepEqual: compare(isDeepEqual, 'Expected values to be loosely deep-equal:'),
  throws,
  fail: (message) => fail(message, 'Failed'),
});
assert.strict = assert;
modules.assert = assert;
modules['assert/strict'] = assert;
