const blockBytes = 512;

export interface TarEntry {
  path: string;
  mode: number;
  size: number;
}

/** Returns the header block of a regular file (ustar, POSIX.1-1988). Paths have at most 100 bytes. */
export function tarHeader(entry: TarEntry): Buffer {
  const header = Buffer.alloc(blockBytes);
  if (header.write(entry.path, 0, 100) !== Buffer.byteLength(entry.path)) throw new RangeError('path too long');
  header.write(octal(entry.mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(entry.size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Returns the padding of the last block of a file of this size. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}

/** Returns the two empty blocks at the end of an archive. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * blockBytes);
}

/** Returns the number of bytes of an archive's first file, including header and padding. */
export function firstFileBytes(header: Buffer): number {
  const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
  return blockBytes + Math.ceil(size / blockBytes) * blockBytes;
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`;
}
