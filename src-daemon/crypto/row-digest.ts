import { createHash } from 'node:crypto';

type Column = string | number | null | Uint8Array;

/**
 * SHA-256 of the columns of a row in a fixed order; 32 bytes. Each column is its type (1 byte), its length (32 bits,
 * big-endian) and its bytes, so that no two rows have one encoding. Numbers are decimal text.
 */
export function rowDigest(columns: readonly Column[]): Uint8Array {
  const hash = createHash('sha256');
  for (const column of columns) {
    const bytes = bytesOf(column);
    const front = Buffer.alloc(5);
    front.writeUInt8(typeOf(column), 0);
    front.writeUInt32BE(bytes.length, 1);
    hash.update(front).update(bytes);
  }
  return new Uint8Array(hash.digest());
}

function typeOf(column: Column): number {
  if (column === null) return 0;
  if (typeof column === 'number') return 1;
  return typeof column === 'string' ? 2 : 3;
}

function bytesOf(column: Column): Uint8Array {
  if (column === null) return new Uint8Array();
  return column instanceof Uint8Array ? column : Buffer.from(String(column));
}
