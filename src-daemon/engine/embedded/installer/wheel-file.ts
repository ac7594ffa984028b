import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { LayerError } from '../../layers.ts';
import { parseWheelName } from './wheel-name.ts';

/** A file of a wheel. The path is relative to the folder that Python imports from. */
export interface WheelEntry {
  path: string;
  size: number;
  entry: Entry;
}

export interface WheelFile {
  entries: readonly WheelEntry[];
  /** Returns the text of the METADATA file. */
  readMetadata(): Promise<string>;
  /** Returns the bytes of a file. The stream fails if their number differs from the archive's directory. */
  read(entry: Entry): Promise<Readable>;
  close(): void;
}

const metadataBytes = 2 * 1024 * 1024;
const entriesCap = 20_000;
const pathBytes = 1024;
const depthCap = 32;

/**
 * Opens a wheel, which is a zip archive. Its names never become paths of this machine. The library refuses names with
 * `..`, absolute names and names with a drive. A link in the archive is treated as a regular file.
 * @throws LayerError for a file that is not a zip archive or not a valid wheel
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

export const tooManyFiles =
  'The packages have more than 20,000 files, the limit without Docker. Shorten the list, or start Docker: npm run engine.';

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
    const path = pathOf(entry.fileName, root);
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

/**
 * Returns the path of a file (PyPA, "Installing a wheel"); undefined for scripts and headers, which no program imports.
 */
function pathOf(name: string, root: string): string | undefined {
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
