/*
 * The messages between the daemon and a child of the embedded engine. Both sides import this module: the daemon's
 * bundle contains it, the child loads it from its folder.
 *
 * The daemon sends one job: the length of the header (4 bytes, big-endian), the header as JSON, then the contents of
 * the files and of stdin, in the order of the header's `sizes`. With `opensStdin`, all later bytes are stdin, too, up to
 * the end of the pipe. The child sends frames: a letter, the length of the
 * payload (4 bytes, big-endian), the payload. The child runs untrusted code, so the daemon checks every frame.
 */

/**
 * @typedef {object} JobHeader
 * @property {string} programName
 * @property {string[]} args
 * @property {Record<string, string>} env
 * @property {number} timeoutMs
 * @property {number} memoryMb
 * @property {number} outputCapBytes of each stream
 * @property {{ count: number, totalBytes: number }} filesCap
 * @property {boolean} opensStdin
 * @property {string[]} paths of the files, the program first
 * @property {number[]} sizes of the files in the same order, then of stdin
 */

/**
 * The last message of a run.
 * @typedef {object} ChildStatus
 * @property {number | null} exitCode
 * @property {'SIGKILL' | 'SIGABRT' | 'SIGSEGV' | null} signal
 * @property {boolean} timedOut
 * @property {boolean} oom
 * @property {number} wallMs
 * @property {number} memoryPeakBytes
 * @property {{ stdout: boolean, stderr: boolean }} truncated
 * @property {{ count: number, size: number, unreadable: number }} filesOmitted
 */

/**
 * The last message of a job that could not start: its files do not fit.
 * @typedef {{ stage: string, error: string }} ChildFailure
 */

/** @typedef {{ path: string, content: Uint8Array }} ResultFile */

export const frameTypes = Object.freeze({
  /** The interpreter has booted and waits for its job. */
  booted: 'B',
  /** The program has started. */
  started: 'S',
  stdout: 'o',
  stderr: 'e',
  /** The program has exited; its files follow. */
  ended: 'D',
  file: 'f',
  failed: 'F',
  status: 'X',
});

export const frameHeadBytes = 5;

/** Payload of an output frame that the child sends, in bytes. */
export const outputFrameBytes = 256 * 1024;

/** Maximum memory of a WebAssembly program, in pages of 64 KiB: 256 MiB. */
export const wasmMaxPages = 4096;

const kibibyte = 1024;
const pathBytesCap = 40_000;

/** Maximum payload of each frame type, in bytes. @type {ReadonlyMap<string, number>} */
const payloadCaps = new Map([
  [frameTypes.booted, 0],
  [frameTypes.started, 0],
  [frameTypes.ended, 0],
  [frameTypes.stdout, 1024 * kibibyte],
  [frameTypes.stderr, 1024 * kibibyte],
  [frameTypes.file, 16 * 1024 * kibibyte + 8 * kibibyte],
  [frameTypes.failed, 4 * kibibyte],
  [frameTypes.status, 4 * kibibyte],
]);

/** @param {string} type @param {number} length of the payload, in bytes */
export function encodeFrameHead(type, length) {
  const head = Buffer.alloc(frameHeadBytes);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(length, 1);
  return head;
}

/**
 * Returns undefined for an unknown type or a payload that exceeds its cap.
 * @param {Buffer} bytes at least `frameHeadBytes`
 */
export function readFrameHead(bytes) {
  const type = bytes.toString('latin1', 0, 1);
  const length = bytes.readUInt32BE(1);
  const cap = payloadCaps.get(type);
  return cap === undefined || length > cap ? undefined : { type, length };
}

/** Returns the bytes of a file's payload before its content. @param {string} path */
export function encodeFileHead(path) {
  const name = Buffer.from(path);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(name.length);
  return Buffer.concat([size, name]);
}

/**
 * Returns undefined for a malformed payload, or for a path that leads out of the working directory.
 * @param {Buffer} payload
 * @returns {ResultFile | undefined}
 */
export function readFile(payload) {
  const pathBytes = payload.length >= 4 ? payload.readUInt32BE(0) : Number.POSITIVE_INFINITY;
  if (pathBytes > pathBytesCap || payload.length < 4 + pathBytes) return undefined;
  const path = payload.toString('utf8', 4, 4 + pathBytes);
  const isPlain = path.split('/').every((name) => name !== '' && name !== '.' && name !== '..') && !path.includes('\0');
  return isPlain ? { path, content: new Uint8Array(payload.subarray(4 + pathBytes)) } : undefined;
}

/** @typedef {(value: unknown) => boolean} Check */

/** @type {Check} */
const isBoolean = (value) => typeof value === 'boolean';
/** @type {Check} */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** @type {Check} */
const isDuration = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
/** @type {Check} */
const isExitCode = (value) => value === null || (isCount(value) && Number(value) <= 255);
/** @type {(cap: number) => Check} */
const isText = (cap) => (value) => typeof value === 'string' && value.length <= cap;
/** @type {(...allowed: unknown[]) => Check} */
const isOneOf =
  (...allowed) =>
  (value) =>
    allowed.includes(value);

const isStatus = hasFields({
  exitCode: isExitCode,
  signal: isOneOf('SIGKILL', 'SIGABRT', 'SIGSEGV', null),
  timedOut: isBoolean,
  oom: isBoolean,
  wallMs: isDuration,
  memoryPeakBytes: isCount,
  truncated: hasFields({ stdout: isBoolean, stderr: isBoolean }),
  filesOmitted: hasFields({ count: isCount, size: isCount, unreadable: isCount }),
});
const isFailure = hasFields({ stage: isText(16), error: isText(64) });

/** Returns undefined for a malformed payload. @param {Buffer} payload */
export function readStatus(payload) {
  const value = parseJson(payload);
  return isStatus(value) ? /** @type {ChildStatus} */ (value) : undefined;
}

/** Returns undefined for a malformed payload. @param {Buffer} payload */
export function readFailure(payload) {
  const value = parseJson(payload);
  return isFailure(value) ? /** @type {ChildFailure} */ (value) : undefined;
}

/**
 * Returns a check for an object with exactly these fields.
 * @param {Readonly<Record<string, Check>>} checks
 * @returns {Check}
 */
function hasFields(checks) {
  const names = Object.keys(checks);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const fields = new Map(Object.entries(value));
    return fields.size === names.length && names.every((name) => fields.has(name) && checks[name]?.(fields.get(name)));
  };
}

/** @param {Buffer} payload @returns {unknown} */
function parseJson(payload) {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}
