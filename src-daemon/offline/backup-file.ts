import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { base64Of } from '../../src-shared/fields.ts';
import { passwordKey } from '../crypto/password-key.ts';
import { open, SealError, seal } from '../crypto/seal.ts';
import { OfflineError } from './offline-error.ts';

const magic = Buffer.from('STRONGROOM BACKUP 1\n');
const saltBytes = 16;
const headerLimitBytes = 64 * 1024;
const chunkBytes = 1024 * 1024;
const context = { kind: 'backup', accountId: 0, itemId: '1', itemVersion: 1, field: 'header' };

const headerShape = z.strictObject({
  instanceId: z.string(),
  keyStore: z.enum(['os', 'file', 'passphrase']),
  master: base64Of(32),
  /** The newest audit head of the key store; null if there was none. */
  auditHead: z.string().nullable(),
  databaseBytes: z.int(),
  databaseSha256: z.string(),
  version: z.string(),
  createdAt: z.string(),
});
export type BackupHeader = z.infer<typeof headerShape>;

/**
 * Writes a backup: magic, salt, the length of the sealed header, the header, and the database as it is encrypted on
 * disk.
 * The header holds the master key and the database's digest, sealed under Argon2id of the passphrase.
 * @param path does not exist yet; the caller removes it when this fails
 */
export async function writeBackup(path: string, passphrase: string, parts: BackupParts): Promise<void> {
  const salt = new Uint8Array(randomBytes(saltBytes));
  const { bytes, sha256 } = digestOf(parts.databasePath);
  const header: BackupHeader = { ...parts.header, databaseBytes: bytes, databaseSha256: sha256 };
  const key = await passwordKey(passphrase, salt);
  const plain = Buffer.from(JSON.stringify(header));
  const sealed = seal(key, context, plain);
  key.fill(0);
  plain.fill(0);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(sealed.length);
  const file = openSync(path, 'wx', 0o600);
  try {
    for (const part of [magic, salt, length, sealed]) writeSync(file, part);
    forEachChunk(parts.databasePath, 0, (chunk) => writeAll(file, chunk));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export interface BackupParts {
  header: Omit<BackupHeader, 'databaseBytes' | 'databaseSha256'>;
  databasePath: string;
}

/**
 * Opens a backup and writes its database, checked against the sealed digest, to a file that does not exist yet.
 * @throws OfflineError `unreadable`, `not_a_backup`, `wrong_passphrase`, `damaged`
 */
export async function openBackup(path: string, passphrase: string, databasePath: string): Promise<BackupHeader> {
  const { salt, sealed, databaseStart } = readFront(path);
  const key = await passwordKey(passphrase, salt);
  const header = unseal(key, sealed);
  const file = openSync(databasePath, 'wx', 0o600);
  try {
    forEachChunk(path, databaseStart, (chunk) => writeAll(file, chunk));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const { bytes, sha256 } = digestOf(databasePath);
  if (bytes !== header.databaseBytes || sha256 !== header.databaseSha256)
    throw new OfflineError(
      'damaged',
      'The backup is damaged or incomplete: its database is not the one that was backed up. Use another backup.',
    );
  return header;
}

function readFront(path: string): { salt: Uint8Array; sealed: Uint8Array; databaseStart: number } {
  const fixed = magic.length + saltBytes + 4;
  const file = openToRead(path);
  try {
    const front = Buffer.alloc(fixed);
    const isWhole = readSync(file, front, 0, fixed, 0) === fixed && front.subarray(0, magic.length).equals(magic);
    const length = front.readUInt32BE(fixed - 4);
    if (!isWhole || length > headerLimitBytes)
      throw new OfflineError('not_a_backup', `${path} is not a Strongroom backup. Choose another file.`);
    const sealed = Buffer.alloc(length);
    readSync(file, sealed, 0, length, fixed);
    const salt = new Uint8Array(front.subarray(magic.length, magic.length + saltBytes));
    return { salt, sealed: new Uint8Array(sealed), databaseStart: fixed + length };
  } finally {
    closeSync(file);
  }
}

/** Reports the reason, because the same codes of a file that is written have other next steps. */
function openToRead(path: string): number {
  try {
    if (!statSync(path).isDirectory()) return openSync(path, 'r');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : 'unknown reason';
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new OfflineError('unreadable', `The backup ${path} ${reason}. Choose another file.`, { cause });
  }
  throw new OfflineError('unreadable', `The backup ${path} is a folder. Choose a file.`);
}

function unseal(key: Uint8Array, sealed: Uint8Array): BackupHeader {
  try {
    return headerShape.parse(JSON.parse(new TextDecoder().decode(open(key, context, sealed))));
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    throw new OfflineError(
      'wrong_passphrase',
      'The passphrase is wrong, or the backup was changed. Try again with the right passphrase.',
      { cause },
    );
  } finally {
    key.fill(0);
  }
}

function digestOf(path: string): { bytes: number; sha256: string } {
  const hash = createHash('sha256');
  forEachChunk(path, 0, (chunk) => void hash.update(chunk));
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}

function forEachChunk(path: string, start: number, take: (chunk: Uint8Array) => void): void {
  const chunk = Buffer.alloc(chunkBytes);
  const file = openSync(path, 'r');
  try {
    for (let at = start; ; ) {
      const read = readSync(file, chunk, 0, chunkBytes, at);
      if (read === 0) return;
      take(chunk.subarray(0, read));
      at += read;
    }
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
