import { timingSafeEqual } from 'node:crypto';
import type { OmittedFiles } from '../omitted-files.ts';
import { createByteQueue } from './byte-queue.ts';
import { type Hello, readHello } from './hello-frame.ts';
import { nonceBytes } from './job-frame.ts';
import { ProtocolError } from './protocol-error.ts';

export interface StatusFrame {
  exitCode: number | null;
  signal: string | null;
  timedOut: boolean;
  oom: boolean;
  /** The kernel refused a further process because of the limit. */
  pidsRefused: boolean;
  /** `/work` or `/tmp` had no free block or inode at the end. */
  diskFull: boolean;
  wallUs: number;
  cpuUs: number;
  /** -1 if the kernel does not report it. */
  memoryPeakBytes: number;
  stdoutTruncated: boolean;
  stderrTruncated: boolean;
  filesOmitted: OmittedFiles;
}

/** A frame from init. */
export type Frame =
  | ({ type: 'hello' } & Hello)
  | { type: 'started' }
  | { type: 'stdout' | 'stderr'; chunk: Buffer }
  /** Output past the cap; `at` is its position in the stream, in bytes. */
  | { type: 'tail'; stream: 'stdout' | 'stderr'; at: number; chunk: Buffer }
  | { type: 'ended' }
  | { type: 'file'; path: string; content: Buffer }
  | { type: 'status'; status: StatusFrame }
  | { type: 'failed'; stage: string; error: string };

const headerBytes = nonceBytes + 5;
const smallFrameCap = 64 * 1024;
/** A file of a compiler may fill the working directory. Init limits the results of a run to less. */
const fileFrameCap = 64 * 1024 * 1024 + 8192;
const noNonce = Buffer.alloc(nonceBytes);

/**
 * Reads frames from chunks of any size. Every frame after the first must carry the job's nonce.
 * @throws ProtocolError from the returned function
 */
export function createFrameReader(nonce: Uint8Array, onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  const queue = createByteQueue();
  let head: { type: string; length: number; named: boolean } | undefined;

  return (chunk) => {
    queue.push(chunk);
    for (;;) {
      if (head === undefined) {
        if (queue.size < headerBytes) return;
        head = readHead(queue.take(headerBytes), nonce);
      }
      if (queue.size < head.length) return;
      const frame = readFrame(head.type, queue.take(head.length));
      if (!head.named && frame.type !== 'hello' && frame.type !== 'failed') throw new ProtocolError('no nonce');
      head = undefined;
      onFrame(frame);
    }
  };
}

function readHead(bytes: Buffer, nonce: Uint8Array): { type: string; length: number; named: boolean } {
  const given = bytes.subarray(0, nonceBytes);
  const named = timingSafeEqual(given, nonce);
  if (!named && !timingSafeEqual(given, noNonce)) throw new ProtocolError('wrong nonce');
  const type = String.fromCharCode(bytes.readUInt8(nonceBytes));
  const length = bytes.readUInt32BE(nonceBytes + 1);
  if (length > (type === 'F' ? fileFrameCap : smallFrameCap)) throw new ProtocolError('frame too long');
  return { type, length, named };
}

function readFrame(type: string, payload: Buffer): Frame {
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
    case 'X':
      return { type: 'status', status: JSON.parse(payload.toString('utf8')) as StatusFrame };
    case 'B': {
      const { stage, error } = JSON.parse(payload.toString('utf8')) as { stage: string; error: string };
      return { type: 'failed', stage, error };
    }
    default:
      throw new ProtocolError('unknown frame');
  }
}

function readTail(stream: 'stdout' | 'stderr', payload: Buffer): Frame {
  if (payload.length < 8) throw new ProtocolError('a tail without its position');
  return { type: 'tail', stream, at: Number(payload.readBigUInt64BE(0)), chunk: payload.subarray(8) };
}

/** In a name that is not UTF-8, invalid bytes become replacement characters. */
function readFile(payload: Buffer): Frame {
  const pathLength = payload.readUInt16BE(0);
  return {
    type: 'file',
    path: payload.toString('utf8', 2, 2 + pathLength),
    content: payload.subarray(2 + pathLength),
  };
}
