import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { LayerError } from '../../layers.ts';
import { parseWheelName } from './wheel-name.ts';

/** A file of a wheel, where it goes below the folder that Python imports from. */
export interface WheelEntry {
  path: string;
  size: number;
  entry: Entry;
}

export interface WheelFile {
  entries: readonly WheelEntry[];
  /** The text of the METADATA file. */
  readMetadata(): Promise<string>;
  /** The bytes of a file; they end in an error if they are not as many as the archive says. */
  read(entry: Entry): Promise<Readable>;
  close(): void;
}

const metadataBytes = 2 * 1024 * 1024;
const entriesCap = 20_000;
const pathBytes = 1024;
const depthCap = 32;

/**
 * Opens a wheel, a zip archive. Nothing of it becomes a path of this machine: names that climb, that are absolute or
 * that have a drive are refused by the library, and what is a link in the archive is a file like any other.
 * @throws LayerError for an archive that is none, or is not to be trusted
 */
export async function openWheel(path: string, fileName: string): Promise<WheelFile> {
  const refuse = (why: string) => new LayerError('installer', `The file ${fileName} of the package index ${why}.`);
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
    const all: Entry[] = [];
    if (zip.entryCount > entriesCap) throw new LayerError('too_large', tooManyFiles);
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) all.push(entry);
    return wheelOf(zip, { all, fileName, refuse });
  } catch (error) {
    zip?.close();
    throw error instanceof LayerError ? error : refuse('is not an archive that can be read');
  }
}

export const tooManyFiles = 'The packages have more than 20,000 files, which is more than they may without Docker.';

interface Contents {
  all: readonly Entry[];
  fileName: string;
  refuse: (why: string) => LayerError;
}

function wheelOf(zip: ZipFile, { all, fileName, refuse }: Contents): WheelFile {
  const [project = '', version = ''] = fileName.split('-');
  const root = `${project}-${version}.data`.toLowerCase();
  const metadata = all.find((entry) => /^[^/]+\.dist-info\/METADATA$/.test(entry.fileName));
  if (metadata === undefined || parseWheelName(fileName) === undefined) throw refuse('is not a wheel');
  const entries = all.flatMap((entry) => {
    const path = placeOf(entry.fileName, root);
    return path === undefined ? [] : { path, size: entry.uncompressedSize, entry };
  });
  const bad = entries.find(({ path }) => !isPlain(path));
  if (bad !== undefined || all.some((entry) => entry.isEncrypted())) throw refuse('has files that cannot be taken');
  const read = (entry: Entry) => zip.openReadStreamPromise(entry);
  return {
    entries,
    read,
    close: () => zip.close(),
    readMetadata: async () => {
      if (metadata.uncompressedSize > metadataBytes) throw refuse('has metadata that are too large');
      return text(await read(metadata));
    },
  };
}

/** Where a file goes (PyPA, "Installing a wheel"); scripts and headers are of no use to a program. */
function placeOf(name: string, root: string): string | undefined {
  const [first = '', scheme, ...rest] = name.split('/');
  if (first.toLowerCase() !== root) return name;
  return scheme === 'purelib' || scheme === 'platlib' || scheme === 'data' ? rest.join('/') : undefined;
}

function isPlain(path: string): boolean {
  const names = path.split('/');
  const isShort = Buffer.byteLength(path) <= pathBytes && names.length <= depthCap;
  return (
    isShort &&
    names.every(
      (name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 255 && !/[\\\0]/.test(name),
    )
  );
}
