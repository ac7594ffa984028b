import { Buffer } from 'node:buffer';
import { inspect, types } from 'node:util';

/**
 * Rich output: media types and their content as text.
 * @typedef {Record<string, string>} MediaBundle
 */

const displayMethod = Symbol.for('Jupyter.display');
const textLimit = 256 * 1024;
const textTypes = ['text/plain', 'text/html', 'image/svg+xml'];
const imageTypes = ['image/png', 'image/jpeg'];
const images = [
  { type: 'image/png', magic: Buffer.from('89504e470d0a1a0a', 'hex') },
  { type: 'image/jpeg', magic: Buffer.from('ffd8ff', 'hex') },
];

/**
 * Returns the media of a value: those of its `Symbol.for('Jupyter.display')` method, the image that its bytes are, or its
 * text. A method may return a promise; so does this function then.
 * @param {unknown} value
 * @returns {MediaBundle | Promise<MediaBundle>}
 */
export function mediaOf(value) {
  const own = callDisplayMethod(value);
  if (types.isPromise(own))
    return own.then(
      (media) => cleanMedia(media) ?? plainMedia(value),
      () => plainMedia(value),
    );
  return cleanMedia(own) ?? plainMedia(value);
}

/**
 * Returns the known media types of a bundle with their content as text, or undefined if the value is no bundle.
 * @param {unknown} value an object whose keys are media types
 * @returns {MediaBundle | undefined}
 */
export function cleanMedia(value) {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined;
  try {
    const entries = Object.entries(value);
    if (entries.length === 0 || entries.some(([type]) => !/^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(type)))
      return undefined;
    const media = Object.fromEntries(entries.map(([type, content]) => [type, contentText(type, content)]));
    const known = Object.entries(media).filter(([, content]) => content !== undefined);
    if (known.length > 0) return Object.fromEntries(known);
    // No known type: the first text is better than nothing.
    const text = entries.find(([, content]) => typeof content === 'string');
    return text === undefined ? undefined : { 'text/plain': text[1] };
  } catch {
    return undefined;
  }
}

/**
 * Returns the text of a value, as the Node REPL shows it. Getters and the traps of proxies are not called.
 * @param {unknown} value
 * @param {import('node:util').InspectOptions} [options]
 */
export function describeValue(value, options) {
  const text = inspectSafely(value, { depth: 4, maxArrayLength: 100, maxStringLength: textLimit, ...options });
  if (text.length <= textLimit) return text;
  return `${text.slice(0, textLimit)}\n… ${text.length - textLimit} more characters`;
}

function inspectSafely(value, options) {
  try {
    return inspect(value, options);
  } catch {
    // A custom method of the value has failed.
  }
  try {
    return inspect(value, { ...options, customInspect: false });
  } catch {
    return `[${typeof value} that cannot be shown]`;
  }
}

function callDisplayMethod(value) {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (!isObject || types.isProxy(value)) return undefined;
  try {
    return typeof value[displayMethod] === 'function' ? value[displayMethod]() : undefined;
  } catch {
    return undefined;
  }
}

/** @returns {MediaBundle} */
function plainMedia(value) {
  const plain = { 'text/plain': describeValue(value) };
  if (!types.isUint8Array(value)) return plain;
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const image = images.find(({ magic }) => bytes.subarray(0, magic.length).equals(magic));
  return image === undefined ? plain : { [image.type]: bytes.toString('base64'), ...plain };
}

/** Returns the content of a media type as text, or undefined if the type is not known. */
function contentText(type, content) {
  if (type === 'application/json') return isJson(content) ? content : JSON.stringify(content);
  if (imageTypes.includes(type))
    return types.isUint8Array(content) ? Buffer.from(content).toString('base64') : String(content);
  if (!textTypes.includes(type)) return undefined;
  return types.isUint8Array(content) ? Buffer.from(content).toString('utf8') : String(content);
}

function isJson(content) {
  if (typeof content !== 'string') return false;
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}
