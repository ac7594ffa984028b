/** Runs init as process 1 of its own pid namespace, and speaks its protocol. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { u32 } from '../../../src-daemon/wire/fields.ts';
import { buildInit } from './build-init.ts';

/** A frame from init. */
export interface InitFrame {
  type: string;
  channel: number;
  payload: Buffer;
  /** True if the frame carries the nonce of the job or session. */
  isNamed: boolean;
}

export interface InitProcess {
  /** The work directory. */
  work: string;
  nonce: Buffer;
  /** Frames that were not taken by `next`. */
  frames: InitFrame[];
  send(bytes: Uint8Array): void;
  /** Resolves with the first frame of a type (and channel), and removes it. Rejects if init exits first. */
  next(type: string, channel?: number): Promise<InitFrame>;
  /** Receives frames as they arrive instead of `frames`. */
  onFrame: ((frame: InitFrame) => void) | undefined;
  /** Stops and continues reading what init sends. */
  pause(): void;
  resume(): void;
  hangUp(): void;
  /** Resolves with what init wrote to its standard error: a report of a sanitizer, or nothing. */
  ended: Promise<string>;
  /** The pid of init on this machine. */
  pid(): number;
  stop(): Promise<void>;
}

const nonceBytes = 16;
const headerBytes = nonceBytes + 7;

export interface InitOptions {
  /** The command of the interpreter or kernel that waits. */
  warm?: readonly string[];
  /** Options of init, before that command. */
  options?: readonly string[];
  /** Replaces the stream to init. */
  wrap?(stream: Duplex): Duplex;
  env?: Readonly<Record<string, string>>;
  /** Limits of init and its processes: options of prlimit(1). */
  limits?: readonly string[];
  /** Runs init as the sandbox's user where only the loopback interface exists. Requires root. */
  offline?: {
    /** The lowest port that every user may open. */
    lowestPort: number;
  };
}

const offlineSandbox = join(import.meta.dirname, 'offline-sandbox.sh');

/** Starts init in a new work directory. */
export async function startInit(options: InitOptions = {}): Promise<InitProcess> {
  const { warm = [], env = {}, limits = [], offline, wrap } = options;
  const program = await buildInit();
  const work = mkdtempSync(join(tmpdir(), 'work-'));
  const own = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const limited = limits.length === 0 ? [] : ['prlimit', ...limits];
  const prepared = offline === undefined ? [] : ['--net', 'sh', offlineSandbox, String(offline.lowestPort)];
  const args = [
    ...own,
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    ...prepared,
    ...limited,
    program,
    ...(options.options ?? []),
    ...warm,
  ];
  const child = spawn('unshare', args, { cwd: work, env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' });
  child.stdin.on('error', () => {});
  const stream = wrap?.(Duplex.from({ readable: child.stdout, writable: child.stdin }));
  const pipes = { input: stream ?? child.stdin, output: stream ?? child.stdout };
  return connect({ child, ...pipes }, { work, nonce: randomBytes(nonceBytes) });
}

interface Waiter {
  type: string;
  channel: number;
  resolve(frame: InitFrame): void;
  reject(error: Error): void;
}

interface Connection {
  child: ChildProcess & { stderr: Readable };
  input: Writable;
  output: Readable;
}

function connect({ child, input, output }: Connection, { work, nonce }: { work: string; nonce: Buffer }): InitProcess {
  const waiters: Waiter[] = [];
  let messages = '';
  let hasEnded = false;
  const ended = new Promise<string>((resolve) => {
    child.once('close', () => {
      hasEnded = true;
      for (const { reject, type } of waiters) reject(new Error(`init exited before ${type}: ${messages}`));
      resolve(messages);
    });
  });
  child.stderr.on('data', (chunk: Buffer) => {
    messages += chunk.toString();
  });
  input.on('error', () => {});
  const init: InitProcess = {
    work,
    nonce,
    frames: [],
    onFrame: undefined,
    send: (bytes) => void input.write(bytes),
    next: (type, channel = 0) => {
      const index = init.frames.findIndex((frame) => frame.type === type && frame.channel === channel);
      const [found] = index < 0 ? [] : init.frames.splice(index, 1);
      if (found !== undefined) return Promise.resolve(found);
      if (hasEnded) return Promise.reject(new Error(`init exited before ${type}: ${messages}`));
      return new Promise((resolve, reject) => waiters.push({ type, channel, resolve, reject }));
    },
    pause: () => void output.pause(),
    resume: () => void output.resume(),
    hangUp: () => void input.end(),
    ended,
    pid: () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
  readFrames(output, nonce, (frame) => {
    init.onFrame?.(frame);
    const index = waiters.findIndex(({ type, channel }) => frame.type === type && frame.channel === channel);
    const [waiter] = index < 0 ? [] : waiters.splice(index, 1);
    if (waiter !== undefined) waiter.resolve(frame);
    else if (init.onFrame === undefined) init.frames.push(frame);
  });
  return init;
}

function readFrames(stream: Readable, nonce: Buffer, onFrame: (frame: InitFrame) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = headerBytes;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < needed) return;
    let bytes = Buffer.concat(chunks);
    for (needed = headerBytes; bytes.length >= needed; needed = headerBytes) {
      needed += bytes.readUInt32BE(nonceBytes + 3);
      if (bytes.length < needed) break;
      onFrame({
        type: String.fromCharCode(bytes.readUInt8(nonceBytes)),
        channel: bytes.readUInt16BE(nonceBytes + 1),
        payload: bytes.subarray(headerBytes, needed),
        isNamed: bytes.subarray(0, nonceBytes).equals(nonce),
      });
      bytes = bytes.subarray(needed);
    }
    chunks = [bytes];
    size = bytes.length;
  });
}

/** Encodes a frame to init. `length` is what the header says, for frames that lie. */
export function encodeFrame(type: string, channel: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.concat([encodeHeader(type, channel, payload.length), payload]);
}

export function encodeHeader(type: string, channel: number, length: number): Buffer {
  const header = Buffer.alloc(7);
  header.write(type, 'latin1');
  header.writeUInt16BE(channel, 1);
  header.writeUInt32BE(length, 3);
  return header;
}

export function blob(bytes: string | Uint8Array): Buffer {
  const content = Buffer.from(bytes);
  return Buffer.concat([u32(content.length), content]);
}

export function list(items: readonly string[]): Buffer {
  return Buffer.concat([u32(items.length), ...items.map((item) => blob(item))]);
}
