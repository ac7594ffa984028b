import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The blobs of a registry as files of a folder, which are shared by its repositories. */
export interface BlobStore {
  /** Returns the size in bytes; undefined if there is no such blob. */
  sizeOf(digest: string): Promise<number | undefined>;
  read(digest: string): Readable;
  /** Appends to an upload. Returns its size in bytes. */
  append(upload: string, content: Readable): Promise<number>;
  /** Makes an upload a blob. Returns false if its digest is another one. */
  finish(upload: string, digest: string): Promise<boolean>;
}

export function createBlobStore(folder: string): BlobStore {
  /** Digests and ids of uploads come from clients: no other character is part of a path. */
  const pathOf = (name: string) => join(folder, name.replace(/[^a-z0-9-]/g, '-'));
  const sizeOf = (name: string) =>
    stat(pathOf(name)).then(
      ({ size }) => size,
      () => undefined,
    );

  return {
    sizeOf,
    read: (digest) => createReadStream(pathOf(digest)),
    append: async (upload, content) => {
      await pipeline(content, createWriteStream(pathOf(upload), { flags: 'a' }));
      return (await sizeOf(upload)) ?? 0;
    },
    finish: async (upload, digest) => {
      const hash = createHash('sha256');
      await pipeline(createReadStream(pathOf(upload)), hash);
      if (`sha256:${hash.digest('hex')}` !== digest) return false;
      await rename(pathOf(upload), pathOf(digest));
      return true;
    },
  };
}

export function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
