import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

export interface SourceFile {
  /** Relative to the build context, separated by `/`. */
  path: string;
  content: Buffer;
}

/** The files that an image is built from. */
export interface ImageSources {
  files: readonly SourceFile[];
  /** Hash of all paths and contents; it is part of the image's tag. */
  hash: string;
}

/**
 * Reads a folder of image sources, without its Markdown files and without the bytecode that Python leaves there in tests.
 * @param more files that are not in the folder
 */
export async function readImageSources(folder: string, more: readonly SourceFile[] = []): Promise<ImageSources> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(md|pyc)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const read = await Promise.all(
    paths.map(async (path) => ({ path: path.split(sep).join('/'), content: await readFile(join(folder, path)) })),
  );
  const files = [...read, ...more];
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.path}\0${file.content.length}\0`).update(file.content);
  return { files, hash: hash.digest('hex') };
}

/** Returns the build context as a tar archive: the sources, then the complete entries that `extra` yields. */
export function packContext(sources: ImageSources, extra: AsyncIterable<Buffer>): Readable {
  async function* archive(): AsyncGenerator<Buffer> {
    for (const { path, content } of sources.files) {
      yield tarHeader({ path, mode: 0o644, size: content.length });
      yield content;
      yield tarPadding(content.length);
    }
    yield* extra;
    yield tarEnd();
  }
  return Readable.from(archive(), { objectMode: false });
}

/** Yields a file of this machine as an entry of an archive. */
export async function* packFile(file: string, path: string): AsyncGenerator<Buffer> {
  const { size } = await stat(file);
  yield tarHeader({ path, mode: 0o755, size });
  yield* createReadStream(file) as AsyncIterable<Buffer>;
  yield tarPadding(size);
}
