import { decodeName, encodeName } from './byte-names.ts';
import { ProtocolError } from './protocol-error.ts';

/** The fields of resources/sandbox/PROTOCOL.md: unsigned numbers in big-endian order, blobs and lists. */

export function u8(value: number): Buffer {
  return Buffer.from([value]);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** Returns a blob in two pieces, the second of which shares the memory of `bytes`. */
export function blob(bytes: Uint8Array): Uint8Array[] {
  return [u32(bytes.length), bytes];
}

export function text(value: string): Uint8Array[] {
  return blob(Buffer.from(value, 'utf8'));
}

/** Returns the name or path of a file, which need not be UTF-8 in the sandbox. */
export function path(value: string): Uint8Array[] {
  return blob(encodeName(value));
}

export function list(items: readonly string[]): Uint8Array[] {
  return [u32(items.length), ...items.flatMap(text)];
}

/** Returns the strings of an environment. */
export function environmentList(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}

/** A payload ends before its fields do. */
export class ShortPayloadError extends ProtocolError {
  constructor() {
    super('a payload is shorter than its fields');
  }
}

/** Reads the fields of one payload, in order. Every method throws ProtocolError if the payload is too short. */
export interface FieldReader {
  readonly left: number;
  u8(): number;
  u16(): number;
  u32(): number;
  /** Reads 64 bits. Values above 2^53 lose precision. */
  u64(): number;
  /** Reads a blob of at most `capBytes` with the name or path of a file, which need not be UTF-8. */
  path(capBytes: number): string;
  bytes(count: number): Buffer;
  /** @throws ProtocolError if bytes are left */
  end(): void;
}

export function readFields(payload: Buffer): FieldReader {
  let position = 0;

  function skip(count: number): number {
    if (count > payload.length - position) throw new ShortPayloadError();
    const start = position;
    position += count;
    return start;
  }

  function bytes(count: number): Buffer {
    const start = skip(count);
    return payload.subarray(start, start + count);
  }

  return {
    get left() {
      return payload.length - position;
    },
    u8: () => payload.readUInt8(skip(1)),
    u16: () => payload.readUInt16BE(skip(2)),
    u32: () => payload.readUInt32BE(skip(4)),
    u64: () => Number(payload.readBigUInt64BE(skip(8))),
    path: (capBytes) => {
      const length = payload.readUInt32BE(skip(4));
      if (length > capBytes) throw new ProtocolError('a path is too long');
      return decodeName(bytes(length));
    },
    bytes,
    end: () => {
      if (position !== payload.length) throw new ProtocolError('a payload is longer than its fields');
    },
  };
}
