/** What the main thread began last, in memory that the watchdog's thread can read while the main thread is blocked. */

/** The route of a request, or the text of an SQL statement: both are constants of ours and hold no value. */
export type WorkKind = 'request' | 'statement';

const slotBytes = 1024;
const lengthBytes = 4;
const slotStarts: Record<WorkKind, number> = { request: 0, statement: slotBytes };

const shared = new SharedArrayBuffer(slotBytes * 2);
const bytes = new Uint8Array(shared);
const lengths = new Int32Array(shared);

/** To be handed to the thread that calls `readWork`. */
export const sharedWork: SharedArrayBuffer = shared;

/** The name of a piece of work as `noteWork` takes it; a long one is cut. Encoded once, because work begins often. */
export function encodeWork(name: string): Uint8Array {
  return new TextEncoder().encode(name).subarray(0, slotBytes - lengthBytes);
}

export function noteWork(kind: WorkKind, name: Uint8Array): void {
  const start = slotStarts[kind];
  bytes.set(name, start + lengthBytes);
  Atomics.store(lengths, start / lengthBytes, name.length);
}

/** What was noted last of this kind; undefined before the first. */
export function readWork(work: SharedArrayBuffer, kind: WorkKind): string | undefined {
  const start = slotStarts[kind];
  const length = Atomics.load(new Int32Array(work), start / lengthBytes);
  if (length === 0) return undefined;
  // A decoder takes no shared memory.
  return new TextDecoder().decode(new Uint8Array(work).slice(start + lengthBytes, start + lengthBytes + length));
}
