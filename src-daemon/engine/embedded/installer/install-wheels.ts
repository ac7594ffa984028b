import { createHash } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LayerError, type LayerHooks, type LayerOrder } from '../../layers.ts';
import { type Candidate, createCatalog } from './catalog.ts';
import { type CompileDeps, compileModules } from './compile-modules.ts';
import { createIndexHttp, type IndexHttp, IndexUnreachableError, readBody, retried } from './index-http.ts';
import { layerLimits, piecesOf, writeLayer } from './layer-file.ts';
import type { IndexFile } from './listing.ts';
import { resolve } from './resolve.ts';
import { openWheel, type WheelFile } from './wheel-file.ts';

interface Locations {
  /** A folder for this installation alone, removed at its end. */
  staging: string;
  /** Path of the finished layer. */
  layer: string;
}

type InstallHooks = LayerHooks & Pick<CompileDeps, 'run'>;

/** Free space that an installation must leave, as for Docker's installer. */
const freeBytes = 512 * 1024 * 1024;
const downloadsBytes = layerLimits.bytes;

/**
 * Installs a list of Python packages from wheels of pure Python: chooses versions, downloads the wheels, compiles their
 * modules and packs them into a layer. None of their code runs, and no source is built.
 * @throws LayerError; IndexUnreachableError, ListingError; the signal's reason; the errors of the disk
 */
export async function installWheels(order: LayerOrder, locations: Locations, hooks: InstallHooks) {
  const { onLine, signal } = hooks;
  await mkdir(locations.staging, { recursive: true, mode: 0o700 });
  const http = await createIndexHttp(order.source, signal);
  const fetchWheel = createWheelFetch({ http, signal, folder: locations.staging, onLine });
  const readFromWheel = async (file: IndexFile) =>
    withWheel(await fetchWheel(file), file, (wheel) => wheel.readMetadata());
  try {
    for (const [name, range] of Object.entries(order.packages)) onLine(`Looking for ${name}${range}`);
    const chosen = await resolve(order.packages, createCatalog({ source: order.source, http, readFromWheel }));
    onLine(`Chosen: ${chosen.map(({ project, version }) => `${project} ${version}`).join(', ')}`);
    const paths = [];
    for (const { file } of chosen) paths.push({ file, path: await fetchWheel(file) });
    await keepFree(locations.staging);
    const sizeBytes = await pack(paths, locations, hooks);
    return { versions: versionsOf(order, chosen), sizeBytes };
  } finally {
    await http.close();
    await rm(locations.staging, { recursive: true, force: true });
  }
}

type Fetched = readonly { file: IndexFile; path: string }[];

async function pack(paths: Fetched, { staging, layer }: Locations, hooks: InstallHooks): Promise<number> {
  const wheels: WheelFile[] = [];
  try {
    for (const { file, path } of paths) wheels.push(await openWheel(path, file.fileName));
    const pieces = piecesOf(wheels);
    const compiled = await compileModules(pieces, { ...hooks, staging });
    await keepFree(staging);
    return await writeLayer([...pieces, ...compiled], join(staging, 'layer'), layer);
  } finally {
    for (const wheel of wheels) wheel.close();
  }
}

async function withWheel<T>(path: string, { fileName }: IndexFile, use: (wheel: WheelFile) => Promise<T>): Promise<T> {
  const wheel = await openWheel(path, fileName);
  try {
    return await use(wheel);
  } finally {
    wheel.close();
  }
}

interface FetchDeps {
  http: IndexHttp;
  signal: AbortSignal;
  folder: string;
  onLine: (line: string) => void;
}

/** Returns a function that downloads a wheel once and checks its digest, if the index has one. */
function createWheelFetch({ http, signal, folder, onLine }: FetchDeps): (file: IndexFile) => Promise<string> {
  const fetched = new Map<IndexFile, Promise<string>>();
  let leftBytes: number = downloadsBytes;

  async function download(file: IndexFile): Promise<string> {
    // The file name is ours: a name from the index is never a path on this disk.
    const path = join(folder, `${fetched.size}.whl`);
    await keepFree(folder);
    onLine(`Downloading ${file.fileName}`);
    const bytes = await retried(() => save(file, path), signal);
    if (bytes === undefined) throw new IndexUnreachableError(404);
    leftBytes -= bytes.size;
    if (file.sha256 !== undefined && bytes.sha256 !== file.sha256)
      throw new LayerError(
        'installer',
        `The file ${file.fileName} does not have the digest of the package index. Try again, or check the index.`,
      );
    return path;
  }

  async function save(file: IndexFile, path: string) {
    const response = await http.get(file.url, '*/*');
    if (response === undefined) return undefined;
    const output = await open(path, 'w', 0o600);
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(async function* () {
      for await (const chunk of readBody(response, leftBytes)) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }, output.createWriteStream());
    return { size, sha256: hash.digest('hex') };
  }

  return (file) => {
    const known = fetched.get(file) ?? download(file);
    fetched.set(file, known);
    return known;
  };
}

/** @throws LayerError `disk_full` */
async function keepFree(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < freeBytes) throw new LayerError('disk_full');
}

function versionsOf({ packages }: LayerOrder, chosen: readonly Candidate[]): Record<string, string> {
  const versions = new Map(chosen.map(({ project, version }) => [project, version]));
  return Object.fromEntries(Object.keys(packages).map((name) => [name, versions.get(name) ?? '']));
}
