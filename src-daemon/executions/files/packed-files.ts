import type { SandboxFile } from '../../engine/engine.ts';

interface IndexEntry {
  path: string;
  offset: number;
  size: number;
}

/** Packs files into one buffer: length of the index (32 bits, big-endian), index in JSON, contents in the same order. */
export function packFiles(files: readonly SandboxFile[]): Uint8Array {
  let offset = 0;
  const index = files.map(({ path, content }): IndexEntry => {
    const entry = { path, offset, size: content.length };
    offset += content.length;
    return entry;
  });
  const head = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, ...files.map((file) => file.content)]);
}

/** Returns the content of one file, or undefined. */
export function unpackFile(packed: Uint8Array, path: string): Uint8Array | undefined {
  const buffer = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const contentStart = 4 + buffer.readUInt32BE(0);
  const index: IndexEntry[] = JSON.parse(buffer.toString('utf8', 4, contentStart));
  const entry = index.find((candidate) => candidate.path === path);
  return entry && packed.subarray(contentStart + entry.offset, contentStart + entry.offset + entry.size);
}
