const fields = ['finishedCell', 'receivedOperation', 'answeredPing', 'interruptedCell'];

/**
 * The state that the main thread and the thread of the inbox share while the main thread is busy. Each number only grows.
 * @typedef {object} Progress
 * @property {number} finishedCell the last cell that has ended
 * @property {number} receivedOperation the last operation that the main thread has received
 * @property {number} answeredPing the last ping that the main thread has answered
 * @property {number} interruptedCell the last cell that was to be interrupted
 */

/**
 * Returns the progress that is stored in the buffer.
 * @param {SharedArrayBuffer} buffer as of `createProgressBuffer`
 * @returns {Progress}
 */
export function progressIn(buffer) {
  const numbers = new Int32Array(buffer);
  const accessors = fields.map((name, index) => [
    name,
    { get: () => Atomics.load(numbers, index), set: (value) => void Atomics.store(numbers, index, value) },
  ]);
  return Object.defineProperties(Object.create(null), Object.fromEntries(accessors));
}

export function createProgressBuffer() {
  return new SharedArrayBuffer(fields.length * Int32Array.BYTES_PER_ELEMENT);
}
