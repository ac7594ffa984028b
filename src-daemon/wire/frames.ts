import { z } from 'zod';
import { decodeName } from './byte-names.ts';
import { readFields } from './fields.ts';
import { type Hello, readHello } from './hello-frame.ts';
import { readJson } from './json.ts';
import { ProtocolError } from './protocol-error.ts';
import type { WireFrame } from './wire.ts';

const Count = z.int().nonnegative();

/** The payload of a status frame. */
const Status = z.strictObject({
  exitCode: z.int().nullable(),
  signal: z.string().max(32).nullable(),
  timedOut: z.boolean(),
  oom: z.boolean(),
  /** The kernel refused a further process because of the limit. */
  pidsRefused: z.boolean(),
  /** `/work` or `/tmp` had no free block or inode at the end. */
  diskFull: z.boolean(),
  wallUs: z.int(),
  cpuUs: z.int(),
  /** -1 if the kernel does not report it. */
  memoryPeakBytes: z.int(),
  stdoutTruncated: z.boolean(),
  stderrTruncated: z.boolean(),
  filesOmitted: z.strictObject({ count: Count, size: Count, unreadable: Count }),
});
export type StatusFrame = z.infer<typeof Status>;

const Failure = z.strictObject({ stage: z.string(), error: z.string() });

/** A frame from init on channel 0 of a single-use run. */
export type Frame =
  | ({ type: 'hello' } & Hello)
  | { type: 'started' }
  | { type: 'stdout' | 'stderr'; chunk: Buffer }
  /** Output past the cap; `at` is its position in the stream, in bytes. */
  | { type: 'tail'; stream: 'stdout' | 'stderr'; at: number; chunk: Buffer }
  | { type: 'ended' }
  | { type: 'file'; path: string; content: Buffer }
  | { type: 'status'; status: StatusFrame }
  /** The program has read this many bytes of the input that followed the job. */
  | { type: 'credit'; bytes: number }
  | { type: 'pong' }
  | { type: 'failed'; stage: string; error: string };

/**
 * Reads a frame of channel 0 of a single-use run.
 * @throws ProtocolError
 */
export function readFrame({ type, payload }: WireFrame): Frame {
  switch (type) {
    case 'H':
      return { type: 'hello', ...readHello(payload) };
    case 'S':
      return { type: 'started' };
    case 'O':
      return { type: 'stdout', chunk: payload };
    case 'E':
      return { type: 'stderr', chunk: payload };
    case 'P':
      return readTail('stdout', payload);
    case 'Q':
      return readTail('stderr', payload);
    case 'K':
      return { type: 'ended' };
    case 'F':
      return readFile(payload);
    case 'W':
      return { type: 'credit', bytes: readFields(payload).u32() };
    case 'G':
      return { type: 'pong' };
    case 'X':
      return { type: 'status', status: readJson(payload, Status) };
    case 'B':
      return { type: 'failed', ...readJson(payload, Failure) };
    default:
      throw new ProtocolError('unknown frame');
  }
}

function readTail(stream: 'stdout' | 'stderr', payload: Buffer): Frame {
  const fields = readFields(payload);
  return { type: 'tail', stream, at: fields.u64(), chunk: fields.bytes(fields.left) };
}

function readFile(payload: Buffer): Frame {
  const fields = readFields(payload);
  const path = decodeName(fields.bytes(fields.u16()));
  return { type: 'file', path, content: fields.bytes(fields.left) };
}
