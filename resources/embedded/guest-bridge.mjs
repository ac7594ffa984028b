// Copies values between this process and the QuickJS guest: strings, numbers, booleans and bytes. Nothing else is passed
// in either direction.
import { FsError } from './errno.mjs';

/** @typedef {string | number | boolean | undefined | Uint8Array} Value */

/** @param {any} context */
export function createGuestBridge(context) {
  /** @param {any} handle @returns {Value} */
  function fromGuest(handle) {
    const type = context.typeof(handle);
    if (type === 'string') return context.getString(handle);
    if (type === 'number') return context.getNumber(handle);
    if (type === 'boolean') return context.dump(handle) === true;
    if (type !== 'object') return undefined;
    const lifetime = context.getArrayBuffer(handle);
    const copy = new Uint8Array(lifetime.value);
    lifetime.dispose();
    return copy;
  }

  /** @param {Value} value */
  function toGuest(value) {
    if (typeof value === 'string') return context.newString(value);
    if (typeof value === 'number') return context.newNumber(value);
    if (typeof value === 'boolean') return value ? context.true : context.false;
    if (value === undefined) return context.undefined;
    const { buffer, byteOffset, byteLength } = value;
    return context.newArrayBuffer(buffer.slice(byteOffset, byteOffset + byteLength));
  }

  /** @param {string} name @param {(...args: any[]) => Value} call */
  function hostFunction(name, call) {
    return context.newFunction(name, (/** @type {any[]} */ ...handles) => {
      try {
        return toGuest(call(...handles.map(fromGuest)));
      } catch (error) {
        // The guest sees no details of internal errors.
        return { error: context.newError({ name: 'Error', message: error instanceof FsError ? error.code : 'EIO' }) };
      }
    });
  }

  /** @param {any} handle of a guest function */
  function caller(handle) {
    const raw = (/** @type {Value[]} */ ...args) => context.callFunction(handle, context.undefined, args.map(toGuest));
    const call = (/** @type {Value[]} */ ...args) => fromGuest(context.unwrapResult(raw(...args)));
    return Object.assign(call, { raw });
  }

  /**
   * Returns the text of a guest's error, also if the guest has no memory left.
   * @param {any} handle
   */
  function describer(handle) {
    return (/** @type {any} */ error) => {
      const isMemory = isOutOfMemory(error);
      const result = isMemory ? undefined : context.callFunction(handle, context.undefined, error);
      if (result === undefined || result.error)
        return { text: 'Uncaught InternalError: out of memory\n', isMemory: true };
      return { text: context.getString(result.value), isMemory };
    };
  }

  /** @param {any} error */
  function isOutOfMemory(error) {
    // Without memory, QuickJS may throw null instead of an error object.
    if (context.typeof(error) !== 'object') return context.dump(error) === null;
    try {
      return context.getString(context.getProp(error, 'message')) === 'out of memory';
    } catch {
      return true;
    }
  }

  return { fromGuest, toGuest, hostFunction, caller, describer };
}
