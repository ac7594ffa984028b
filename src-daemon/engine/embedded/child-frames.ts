import { z } from 'zod';
import { resultFilesCap, type SandboxFile } from '../engine.ts';
import { ChildProtocolError } from './frame-reader.ts';

const count = z.number().nonnegative().finite();
const omitted = z.int().nonnegative();

const ChildStatus = z.strictObject({
  exitCode: z.int().min(0).max(255).nullable(),
  signal: z.enum(['SIGKILL', 'SIGABRT', 'SIGSEGV']).nullable(),
  timedOut: z.boolean(),
  oom: z.boolean(),
  wallMs: count,
  memoryPeakBytes: z.int().nonnegative(),
  truncated: z.strictObject({ stdout: z.boolean(), stderr: z.boolean() }),
  filesOmitted: z.strictObject({ count: omitted, size: omitted, unreadable: omitted }),
});
/** A child's last word. */
export type ChildStatus = z.infer<typeof ChildStatus>;

const ChildFailure = z.strictObject({ stage: z.string().max(16), error: z.string().max(64) });
export type ChildFailure = z.infer<typeof ChildFailure>;

/** @throws ChildProtocolError */
export const readStatus = (payload: Buffer): ChildStatus => parse(ChildStatus, payload);

/** @throws ChildProtocolError */
export const readFailure = (payload: Buffer): ChildFailure => parse(ChildFailure, payload);

function parse<T>(schema: z.ZodType<T>, payload: Buffer): T {
  try {
    return schema.parse(JSON.parse(payload.toString('utf8')));
  } catch {
    throw new ChildProtocolError('a last word of the wrong shape');
  }
}

/**
 * A file that the program left: the length of its path in four bytes, the path, the content.
 * @throws ChildProtocolError for a path that leads anywhere else
 */
export function readFile(payload: Buffer): SandboxFile {
  const pathBytes = payload.length >= 4 ? payload.readUInt32BE(0) : Number.POSITIVE_INFINITY;
  if (pathBytes > 40_000 || payload.length < 4 + pathBytes) throw new ChildProtocolError('a file of the wrong shape');
  const path = payload.toString('utf8', 4, 4 + pathBytes);
  const isPlain = path.split('/').every((name) => name !== '' && name !== '.' && name !== '..') && !path.includes('\0');
  if (!isPlain) throw new ChildProtocolError('a file outside of the working directory');
  return { path, content: new Uint8Array(payload.subarray(4 + pathBytes)) };
}

/** Counts the files of one run against the caps. @throws ChildProtocolError past them */
export function createFileCount(): (file: SandboxFile) => void {
  let left = { ...resultFilesCap } as { count: number; totalBytes: number };
  return ({ content }) => {
    left = { count: left.count - 1, totalBytes: left.totalBytes - content.length };
    if (left.count < 0 || left.totalBytes < 0) throw new ChildProtocolError('more files than the caps allow');
  };
}
