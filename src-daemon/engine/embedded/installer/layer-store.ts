import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../../../src-shared-node/is-missing.ts';
import { type BuiltLayer, LayerError, type LayerHooks, type LayerOrder, type LayerStore } from '../../layers.ts';
import { explainRefusedHost } from '../../refused-host.ts';
import { embeddedLanguages } from '../embedded-languages.ts';
import { ClosedAddressError } from './closed-addresses.ts';
import type { CompileDeps } from './compile-modules.ts';
import { IndexUnreachableError, TooMuchError } from './index-http.ts';
import { installWheels } from './install-wheels.ts';
import { ListingError } from './listing.ts';

export interface EmbeddedLayers extends LayerStore {
  /** Returns the path of a layer; undefined if it does not exist. */
  pathOf(id: string): string | undefined;
  /** Removes the files of interrupted installations. Call it before the first installation. */
  tidy(): Promise<void>;
}

interface LayersDeps {
  /** Folder of the layers. It is created for the first layer. */
  dir: string;
  isReady: () => boolean;
  run: CompileDeps['run'];
  /** Aborts when the engine is stopped. */
  stopped: AbortSignal;
}

const prefix = 'embedded-';
const ending = '.layer';
const stagingPrefix = '.installing-';
const limitMs = 600_000;
/** Version of the format and content of layers. */
const format = 2;

/** Stores layers as files in the data folder. Each has the content of wheels of pure Python. */
export function createEmbeddedLayers({ dir, isReady, run, stopped }: LayersDeps): EmbeddedLayers {
  const fileOf = (id: string) => join(dir, `${id}${ending}`);
  const isOurs = (id: string) => /^embedded-[0-9a-f]{24}$/.test(id);

  async function build(order: LayerOrder, hooks: LayerHooks): Promise<BuiltLayer> {
    if (order.packageManager !== 'pip') throw new LayerError('needs_docker', npmNeedsDocker);
    const name = randomBytes(12).toString('hex');
    const id = `${prefix}${name}`;
    const late = AbortSignal.timeout(limitMs);
    const given = AbortSignal.any([hooks.signal, stopped]);
    const signal = AbortSignal.any([given, late]);
    const locations = { staging: join(dir, `${stagingPrefix}${name}`), layer: fileOf(id) };
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const installed = await installWheels(order, locations, { onLine: hooks.onLine, signal, run });
      given.throwIfAborted();
      return { id, ...installed };
    } catch (error) {
      await rm(locations.layer, { force: true });
      if (given.aborted) throw given.reason;
      throw late.aborted ? new LayerError('timed_out') : asLayerError(error);
    }
  }

  async function names(): Promise<string[]> {
    return readdir(dir).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
  }

  return {
    imageId: () => (isReady() ? `embedded-python-${embeddedLanguages.python?.version}-${format}` : undefined),
    owns: isOurs,
    build,
    list: async () => (await names()).map((name) => name.slice(0, -ending.length)).filter(isOurs),
    // Runs have the file open already. On Windows an open file cannot be removed, so it remains for now.
    remove: async (id) => {
      if (isOurs(id)) await rm(fileOf(id), { force: true }).catch(() => undefined);
      return !isOurs(id) || !existsSync(fileOf(id));
    },
    pathOf: (id) => (isOurs(id) && existsSync(fileOf(id)) ? fileOf(id) : undefined),
    tidy: async () => {
      const left = (await names()).filter((name) => name.startsWith(stagingPrefix));
      await Promise.all(left.map((name) => rm(join(dir, name), { recursive: true, force: true })));
    },
  };
}

const npmNeedsDocker =
  'Packages of JavaScript and TypeScript need Docker, which is not running. To install or start it: npm run engine.';

const diskFull = 'The disk of the data folder is full: less than 512 MiB would be left. Free some space and try again.';

/** Returns a LayerError with a message for users. Unexpected errors are returned unchanged. */
function asLayerError(error: unknown): unknown {
  if (error instanceof IndexUnreachableError) {
    const why =
      error.status === undefined ? 'the network dropped or its address is wrong' : `it answered ${error.status}`;
    return new LayerError('installer', `The package index could not be reached: ${why}.`);
  }
  if (error instanceof ClosedAddressError) return new LayerError('installer', explainRefusedHost(error.host));
  if (error instanceof ListingError)
    return new LayerError('installer', 'The address of the package index gives something that is not a package index.');
  if (error instanceof TooMuchError)
    return new LayerError(
      'too_large',
      'The download is larger than 512 MiB, the limit without Docker. Shorten the list, or start Docker: npm run engine.',
    );
  return isDiskFull(error) ? new LayerError('disk_full', diskFull) : error;
}

/** Returns true for the installer's own limit of free space, and for errors of a full disk. */
function isDiskFull(error: unknown): boolean {
  if (error instanceof LayerError) return error.fault === 'disk_full';
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}
