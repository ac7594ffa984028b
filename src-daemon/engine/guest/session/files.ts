import { createChunkQueue } from '../../../wire/chunk-queue.ts';
import { path as pathField, readFields, u8, u16, u64 } from '../../../wire/fields.ts';
import { StdinClosedError } from '../../../wire/program-input.ts';
import { payloadCap } from '../../../wire/wire.ts';
import type { Entry, WatchEvent } from '../../live-sandbox.ts';
import { startOperation } from './operation.ts';
import { createRecordReader, readEntry, readWatchEvent } from './records.ts';
import type { GuestSession } from './session.ts';

const toTheEnd = 0xffff_ffff_ffff_ffffn;
const defaultMode = 0o644;
const makesFolders = 1;
const refusesExisting = 2;
const keepsMode = 4;

/** @throws FileError */
export async function readSessionFile(
  session: GuestSession,
  path: string,
  { offset, length }: { offset: number; length?: number } = { offset: 0 },
): Promise<{ entry: Entry; chunks: AsyncIterable<Uint8Array>; ended: Promise<unknown> }> {
  const chunks = createChunkQueue<Uint8Array>(() => channel.close());
  const size = length === undefined ? toTheEnd : BigInt(length);
  const { channel, accepted, done } = startOperation(session, {
    kind: 'r',
    fields: [...pathField(path), u64(BigInt(offset)), u64(size)],
    onData: chunks.push,
  });
  const ended = done.then(() => chunks.finish(), chunks.finish);
  return { entry: readEntry(readFields(await accepted)), chunks, ended };
}

export interface WriteOptions {
  isNew: boolean;
  /** That of the file that is replaced, or 0o644, if absent. */
  mode?: number;
}

/** @throws FileError; the error of `chunks` */
export async function writeSessionFile(
  session: GuestSession,
  path: string,
  { chunks, isNew, mode }: WriteOptions & { chunks: AsyncIterable<Uint8Array> },
): Promise<void> {
  const flags = makesFolders | (isNew ? refusesExisting : 0) | (mode === undefined ? keepsMode : 0);
  const fields = [...pathField(path), u16(mode ?? defaultMode), u8(flags)];
  const { channel, accepted, done } = startOperation(session, { kind: 'w', fields });
  await accepted;
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += payloadCap) await channel.write(chunk.subarray(at, at + payloadCap));
    }
  } catch (error) {
    channel.close();
    const refusal = await done.catch((reason: unknown) => reason);
    throw error instanceof StdinClosedError ? refusal : error;
  }
  channel.end();
  await done;
}

/** @throws FileError */
export async function watchFolder(
  session: GuestSession,
  path: string,
  { isRecursive, signal }: { isRecursive: boolean; signal: AbortSignal },
): Promise<AsyncIterable<WatchEvent>> {
  signal.throwIfAborted();
  const reader = createRecordReader(readWatchEvent);
  const groups = createChunkQueue<WatchEvent[]>(() => channel.close());
  const { channel, accepted, done } = startOperation(session, {
    kind: 'h',
    fields: [...pathField(path), u8(isRecursive ? 1 : 0)],
    onData: (chunk) => groups.push(reader.add(chunk)),
  });
  const stop = () => {
    channel.close();
    groups.finish();
  };
  signal.addEventListener('abort', stop, { once: true });
  const finish = () => {
    signal.removeEventListener('abort', stop);
    groups.finish();
  };
  done.then(finish, finish);
  await accepted;
  return flatten(groups);
}

async function* flatten<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const group of groups) yield* group;
}
