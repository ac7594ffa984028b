/** Sends the frames of sessions to init. */
import { u8, u16, u32, u64 } from '../../../src-daemon/wire/fields.ts';
import {
  blob,
  encodeFrame,
  type InitFrame,
  type InitOptions,
  type InitProcess,
  list,
  startInit,
} from './init-process.ts';

export const windowBytes = 256 * 1024;
export const toTheEnd = 0xffff_ffff_ffff_ffffn;

export interface SessionOptions extends InitOptions {
  relay?: readonly string[];
}

/** Starts init and a session. */
export async function startSession(options: SessionOptions = {}): Promise<InitProcess> {
  const init = await startInit(options);
  await init.next('H');
  init.send(Buffer.concat([Buffer.from('SRS\x05', 'latin1'), init.nonce, list(options.relay ?? [])]));
  await init.next('S');
  return init;
}

export interface TestCommand {
  argv: readonly string[];
  environment?: readonly string[];
  cwd?: string;
  merges?: boolean;
}

export function processFields({ argv, environment, cwd = '', merges = false }: TestCommand): Buffer {
  const variables = environment ?? [`PATH=${process.env.PATH}`];
  return Buffer.concat([list(argv), list(variables), blob(cwd), u8(merges ? 1 : 0)]);
}

export function shellFields(command: string): Buffer {
  return processFields({ argv: ['/bin/sh', '-c', command] });
}

export function readFields(path: string, offset = 0n, length = toTheEnd): Buffer {
  return Buffer.concat([blob(path), u64(offset), u64(length)]);
}

export function writeFields(path: string, flags = 0, mode = 0o644): Buffer {
  return Buffer.concat([blob(path), u16(mode), u8(flags)]);
}

export interface EntryOptions {
  second?: string;
  number?: number;
}

export function entryFields(operation: string, path: string, { second = '', number = 0 }: EntryOptions = {}): Buffer {
  return Buffer.concat([Buffer.from(operation), blob(path), blob(second), u32(number)]);
}

export function openFrame(channel: number, kind: string, fields: Uint8Array = Buffer.alloc(0)): Buffer {
  return encodeFrame('O', channel, Buffer.concat([Buffer.from(kind), fields]));
}

/** The end of a channel with everything that it sent. */
export interface ChannelEnd {
  /** Set if the channel was refused. */
  refused?: number;
  accepted: Buffer;
  /** The bytes of streams 0, 1 and 2. */
  streams: [Buffer, Buffer, Buffer];
  ended: Buffer;
}

/** Collects the frames of channels, and returns all credit at once. */
export interface Collector {
  open(channel: number, kind: string, fields?: Uint8Array): Promise<ChannelEnd>;
  /** Resolves when the channel was accepted or refused. */
  accepted(channel: number): Promise<void>;
  bytes(channel: number, stream?: number): Buffer;
}

export function collect(init: InitProcess): Collector {
  const open = new Map<number, OpenChannel>();
  init.onFrame = (frame) => {
    const channel = open.get(frame.channel);
    if (channel === undefined) return;
    if (frame.type === 'D') init.send(encodeFrame('W', frame.channel, u32(frame.payload.length - 1)));
    if (!addFrame(channel, frame)) return;
    open.delete(frame.channel);
    const streams = ([0, 1, 2] as const).map((stream) =>
      Buffer.concat(channel.chunks[stream]),
    ) as ChannelEnd['streams'];
    channel.ended.resolve({ ...channel.end, streams });
  };
  return {
    open: (number, kind, fields) => {
      const channel = newChannel();
      open.set(number, channel);
      init.send(openFrame(number, kind, fields));
      return Promise.race([channel.ended.promise, init.ended.then((report) => exited(report))]);
    },
    accepted: (number) =>
      Promise.race([open.get(number)?.accepted.promise, init.ended.then((report) => exited(report))]),
    bytes: (number, stream = 0) => Buffer.concat(open.get(number)?.chunks[stream as 0 | 1 | 2] ?? []),
  };
}

function exited(report: string): never {
  throw new Error(`init has exited: ${report}`);
}

interface OpenChannel {
  accepted: PromiseWithResolvers<void>;
  ended: PromiseWithResolvers<ChannelEnd>;
  chunks: [Buffer[], Buffer[], Buffer[]];
  end: Omit<ChannelEnd, 'streams'>;
}

function newChannel(): OpenChannel {
  const end = { accepted: Buffer.alloc(0), ended: Buffer.alloc(0) };
  return { accepted: Promise.withResolvers(), ended: Promise.withResolvers(), chunks: [[], [], []], end };
}

/** Returns true if the frame was the last one of the channel. */
function addFrame(channel: OpenChannel, { type, payload }: InitFrame): boolean {
  if (type === 'D') channel.chunks[payload.readUInt8(0) as 0 | 1 | 2].push(payload.subarray(1));
  else if (type === 'A') channel.end.accepted = payload;
  else if (type === 'N') channel.end.refused = payload.readUInt32BE(0);
  else if (type === 'Q') channel.end.ended = payload;
  if (type === 'A' || type === 'N') channel.accepted.resolve();
  return type === 'N' || type === 'Q';
}

/** An entry of a list, as init describes it. */
export interface TestEntry {
  type: string;
  mode: number;
  size: number;
  modifiedMs: number;
  path: string;
  link: string;
}

export function readEntries(bytes: Buffer): TestEntry[] {
  const entries: TestEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const pathEnd = at + 23 + bytes.readUInt32BE(at + 19);
    const end = pathEnd + 4 + bytes.readUInt32BE(pathEnd);
    entries.push({
      type: String.fromCharCode(bytes.readUInt8(at)),
      mode: bytes.readUInt16BE(at + 1),
      size: Number(bytes.readBigUInt64BE(at + 3)),
      modifiedMs: Number(bytes.readBigUInt64BE(at + 11)),
      path: bytes.toString('utf8', at + 23, pathEnd),
      link: bytes.toString('utf8', pathEnd + 4, end),
    });
    at = end;
  }
  return entries;
}
