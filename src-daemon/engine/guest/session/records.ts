import { z } from 'zod';
import { type FieldReader, readFields, ShortPayloadError } from '../../../wire/fields.ts';
import { readJson } from '../../../wire/json.ts';
import { ProtocolError } from '../../../wire/protocol-error.ts';
import type { Entry, EntryType, SandboxUsage, WatchEvent } from '../../live-sandbox.ts';

const pathCap = 4096;
/** The longest record: an entry with a path and a target. */
const recordCap = 2 * pathCap + 64;

const entryTypes: Readonly<Record<string, EntryType>> = { f: 'file', d: 'folder', l: 'link', o: 'other' };
const watchTypes: Readonly<Record<string, WatchEvent['type']>> = {
  c: 'created',
  m: 'modified',
  d: 'deleted',
  t: 'attributes',
  o: 'lost',
};

/** @throws ProtocolError */
export function readEntry(fields: FieldReader): Entry {
  const type = pick(entryTypes, fields.u8());
  const mode = fields.u16();
  const size = fields.u64();
  const modifiedAt = fields.u64();
  const path = fields.path(pathCap);
  const target = fields.path(pathCap);
  return { path, type, size, mode, modifiedAt, ...(type === 'link' && { target }) };
}

/** @throws ProtocolError */
export function readWatchEvent(fields: FieldReader): WatchEvent {
  return { type: pick(watchTypes, fields.u8()), path: fields.path(pathCap) };
}

/**
 * Reads the records of a channel. They may arrive in chunks of other sizes than init sent, because held data is joined.
 * @throws ProtocolError from the returned functions
 */
export function createRecordReader<T>(read: (fields: FieldReader) => T): {
  add(chunk: Buffer): T[];
  /** Checks that no part of a record is left. */
  end(): void;
} {
  let rest: Buffer = Buffer.alloc(0);

  /** Returns undefined if the record is incomplete. */
  function readNext(bytes: Buffer): { record: T; length: number } | undefined {
    const fields = readFields(bytes);
    try {
      const record = read(fields);
      return { record, length: bytes.length - fields.left };
    } catch (error) {
      if (error instanceof ShortPayloadError && bytes.length < recordCap) return undefined;
      throw error;
    }
  }

  return {
    add: (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const records: T[] = [];
      for (let next = readNext(rest); next !== undefined && rest.length > 0; next = readNext(rest)) {
        records.push(next.record);
        rest = rest.subarray(next.length);
      }
      return records;
    },
    end: () => {
      if (rest.length > 0) throw new ProtocolError('a record is incomplete');
    },
  };
}

/** -1 if the kernel does not report it. */
const Bytes = z.int().min(-1);
const Usage = z.strictObject({
  memoryBytes: Bytes,
  memoryCacheBytes: Bytes,
  memoryPeakBytes: Bytes,
  pids: Bytes,
  oomKills: Bytes,
  diskBytes: Bytes,
  diskUsedBytes: Bytes,
});

/** @throws ProtocolError */
export function readUsage(payload: Buffer): SandboxUsage {
  const { oomKills, ...usage } = readJson(payload, Usage);
  return usage;
}

function pick<T>(table: Readonly<Record<string, T>>, code: number): T {
  const found = Object.entries(table).find(([letter]) => letter.charCodeAt(0) === code);
  if (found === undefined) throw new ProtocolError('a record of an unknown type');
  return found[1];
}
