import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LayerError } from '../../layers.ts';
import { tooManyFiles, type WheelEntry, type WheelFile } from './wheel-file.ts';

/**
 * A layer is one file: a list of its files, then their bytes. So no name of a package is a path on this machine's disk,
 * a layer contains no links, and it is either complete or absent. resources/embedded/layer.mjs reads it:
 *   `SRLAYER1`, the length of the list in four bytes, the list as JSON: `[[path, size], …]`, the bytes.
 */
export const layerMagic = 'SRLAYER1';

const mebibyte = 1024 * 1024;
export const layerLimits = { bytes: 512 * mebibyte, files: 20_000 } as const;

/** A file of a layer. */
export interface LayerPiece {
  path: string;
  size: number;
  /** @throws LayerError; the errors of the disk */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * Writes files into a new layer at `path`. The file is written to `temporary`, on the same file system, and then
 * renamed. If two files have the same path, the later one is used. Returns the size in bytes.
 * @throws LayerError `too_large`, `installer`; the errors of the disk
 */
export async function writeLayer(files: readonly LayerPiece[], temporary: string, path: string): Promise<number> {
  const pieces = [...new Map(files.map((piece) => [piece.path, piece])).values()].sort(byPath);
  const list = Buffer.from(JSON.stringify(pieces.map(({ path: name, size }) => [name, size])));
  const head = Buffer.alloc(layerMagic.length + 4);
  head.write(layerMagic, 'latin1');
  head.writeUInt32BE(list.length, layerMagic.length);
  // Synced before it is renamed, so that the final path never has an incomplete layer.
  // Opened first: a stream that opens its file later can create it after the caller has removed it.
  const output = await open(temporary, 'wx', 0o400);
  await pipeline(contentOf([head, list], pieces), output.createWriteStream({ flush: true }));
  await rename(temporary, path);
  await syncFolder(dirname(path));
  return head.length + list.length + sizeOf(pieces);
}

const notWhole = 'A wheel of the package index is incomplete or damaged. Try again.';

async function* contentOf(heads: readonly Buffer[], pieces: readonly LayerPiece[]): AsyncGenerator<Uint8Array> {
  yield* heads;
  for (const { size, read } of pieces) {
    let written = 0;
    for await (const chunk of read()) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new LayerError('installer', notWhole);
  }
}

async function* readChecked(wheel: WheelFile, entry: WheelEntry['entry']): AsyncGenerator<Buffer> {
  try {
    yield* (await wheel.read(entry)) as AsyncIterable<Buffer>;
  } catch {
    throw new LayerError('installer', notWhole);
  }
}

/**
 * Returns the files of wheels. If two have the same path, the later wheel's is used.
 * @throws LayerError `too_large`, `installer`
 */
export function piecesOf(wheels: readonly WheelFile[]): LayerPiece[] {
  const pieces = new Map<string, LayerPiece>();
  for (const wheel of wheels)
    for (const { path, size, entry } of wheel.entries)
      pieces.set(path, { path, size, read: () => readChecked(wheel, entry) });
  if (pieces.size > layerLimits.files) throw new LayerError('too_large', tooManyFiles);
  const all = [...pieces.values()].sort(byPath);
  if (sizeOf(all) > layerLimits.bytes)
    throw new LayerError(
      'too_large',
      'The packages are larger than 512 MiB, the limit without Docker. Shorten the list, or start Docker: npm run engine.',
    );
  for (const { path } of all)
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      if (pieces.has(path.slice(0, at)))
        throw new LayerError(
          'installer',
          'Packages of the list conflict: a path is a file in one package and a folder in another.',
        );
  return all;
}

function byPath(one: LayerPiece, other: LayerPiece): number {
  return one.path < other.path ? -1 : 1;
}

export function sizeOf(pieces: readonly LayerPiece[]): number {
  return pieces.reduce((sum, { size }) => sum + size, 0);
}

/** Syncs a folder, so that a rename survives a power failure. Does nothing where folders cannot be opened (Windows). */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
