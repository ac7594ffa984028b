import { path as pathField, u8, u32 } from '../../../wire/fields.ts';
import { ProtocolError } from '../../../wire/protocol-error.ts';
import { payloadCap } from '../../../wire/wire.ts';
import type { Entry, SandboxUsage } from '../../live-sandbox.ts';
import { startOperation } from './operation.ts';
import { createRecordReader, readEntry, readUsage } from './records.ts';
import type { GuestSession } from './session.ts';

/** Init cuts a list after this many entries. */
const listCap = 10_000;

interface EntryOperation {
  /** `s` stat, `l` list, `m` make a folder, `v` move, `d` delete. */
  letter: 's' | 'l' | 'm' | 'v' | 'd';
  path: string;
  target?: string;
  /** `l`: depth; `v`: 1 replaces an existing file. */
  number?: number;
}

/** @throws FileError */
export async function statEntry(session: GuestSession, path: string): Promise<Entry> {
  const { entries } = await runEntryOperation(session, { letter: 's', path });
  const [entry] = entries;
  if (entry === undefined) throw new ProtocolError('an entry without its record');
  return entry;
}

/** @throws FileError */
export async function listEntries(session: GuestSession, path: string, depth: number) {
  const { entries, rest } = await runEntryOperation(session, { letter: 'l', path, number: depth });
  return { entries, isCut: rest.u8() === 1 };
}

/** @throws FileError */
export async function makeFolder(session: GuestSession, path: string): Promise<void> {
  await runEntryOperation(session, { letter: 'm', path });
}

/** @throws FileError */
export async function removeEntry(session: GuestSession, path: string): Promise<void> {
  await runEntryOperation(session, { letter: 'd', path });
}

/** @throws FileError */
export async function moveEntry(session: GuestSession, path: string, to: { target: string; replaces: boolean }) {
  const { target, replaces } = to;
  await runEntryOperation(session, { letter: 'v', path, target, number: replaces ? 1 : 0 });
}

/** @throws FileError */
export async function readSessionUsage(session: GuestSession): Promise<SandboxUsage> {
  let payload = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    payload = Buffer.concat([payload, chunk]);
    if (payload.length > payloadCap) throw new ProtocolError('the usage is too long');
  };
  await startOperation(session, { kind: 'u', fields: [], onData }).done;
  return readUsage(payload);
}

async function runEntryOperation(session: GuestSession, { letter, path, target = '', number = 0 }: EntryOperation) {
  const entries: Entry[] = [];
  const reader = createRecordReader(readEntry);
  const onData = (chunk: Buffer) => {
    entries.push(...reader.add(chunk));
    if (entries.length > listCap) throw new ProtocolError('more entries than a list has');
  };
  const fields = [u8(letter.charCodeAt(0)), ...pathField(path), ...pathField(target), u32(number)];
  const rest = await startOperation(session, { kind: 'e', fields, onData }).done;
  reader.end();
  return { entries, rest };
}
