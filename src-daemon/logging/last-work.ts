/** The main thread's last started work, in memory that the watchdog thread can read while the main thread is blocked. */

/** Route of a request, or text of an SQL statement. Both are constants in the code and contain no values. */
export type WorkKind = 'request' | 'statement';

const entryBytes = 1024;
const lengthBytes = 4;
const entryStarts: Record<WorkKind, number> = { request: 0, statement: entryBytes };

const shared = new SharedArrayBuffer(entryBytes * 2);
const bytes = new Uint8Array(shared);
const lengths = new Int32Array(shared);

/** Memory to pass to the thread that calls `readWork`. */
export const sharedWork: SharedArrayBuffer = shared;

/** Encodes the name of a piece of work for `noteWork` and cuts a long one. Call it once per name, because work starts often. */
export function encodeWork(name: string): Uint8Array {
  return new TextEncoder().encode(name).subarray(0, entryBytes - lengthBytes);
}

export function noteWork(kind: WorkKind, name: Uint8Array): void {
  const start = entryStarts[kind];
  bytes.set(name, start + lengthBytes);
  Atomics.store(lengths, start / lengthBytes, name.length);
}

/** Returns the last started work of this kind; undefined before the first. */
export function readWork(work: SharedArrayBuffer, kind: WorkKind): string | undefined {
  const start = entryStarts[kind];
  const length = Atomics.load(new Int32Array(work), start / lengthBytes);
  if (length === 0) return undefined;
  // A decoder does not accept shared memory, so the bytes are copied.
  return new TextDecoder().decode(new Uint8Array(work).slice(start + lengthBytes, start + lengthBytes + length));
}
