import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltLayer, LayerError, type LayerHooks, type LayerOrder, type LayerStore } from '../../layers.ts';
import { embeddedLanguages } from '../embedded-languages.ts';
import { ClosedAddressError } from './closed-addresses.ts';
import type { CompileDeps } from './compile-modules.ts';
import { IndexUnreachableError, TooMuchError } from './index-http.ts';
import { installWheels } from './install-wheels.ts';
import { ListingError } from './listing.ts';

export interface EmbeddedLayers extends LayerStore {
  /** The file of a layer; undefined for one that is not there. */
  pathOf(id: string): string | undefined;
  /** Removes what installations left that were cut short; before the first of them. */
  tidy(): Promise<void>;
}

interface LayersDeps {
  /** Where layers lie; made when there is a first one. */
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
/** Changes with what is in a layer and how. */
const format = 2;

/** Layers as files of the data folder, each filled from wheels of pure Python. */
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
    const places = { staging: join(dir, `${stagingPrefix}${name}`), layer: fileOf(id) };
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const installed = await installWheels(order, places, { onLine: hooks.onLine, signal, run });
      given.throwIfAborted();
      return { id, ...installed };
    } catch (error) {
      await rm(places.layer, { force: true });
      if (given.aborted) throw given.reason;
      throw late.aborted ? new LayerError('timed_out') : asLayerError(error);
    }
  }

  async function names(): Promise<string[]> {
    return readdir(dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  return {
    imageId: () => (isReady() ? `embedded-python-${embeddedLanguages.python?.version}-${format}` : undefined),
    owns: isOurs,
    build,
    list: async () => (await names()).map((name) => name.slice(0, -ending.length)).filter(isOurs),
    // Those that run have it open already, and keep what they have open; where that holds the file, it stays for now.
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
  'Packages of JavaScript and TypeScript need Docker, which does not run here now. To have it: npm run engine.';

const diskFull = 'The disk of the data folder is full: less than 512 MiB would be left. Free some space and try again.';

/** What went wrong in words for people; a bug stays one. */
function asLayerError(error: unknown): unknown {
  if (error instanceof IndexUnreachableError) {
    const why =
      error.status === undefined ? 'the network dropped or its address is wrong' : `it answered ${error.status}`;
    return new LayerError('installer', `The package index could not be reached: ${why}.`);
  }
  if (error instanceof ClosedAddressError)
    return new LayerError(
      'installer',
      `The package index sent the installer to ${error.host}, which is closed to it. At private addresses only the ` +
        'configured index and proxy are open (installer in the settings).',
    );
  if (error instanceof ListingError)
    return new LayerError('installer', 'The address of the package index gives something that is not a package index.');
  if (error instanceof TooMuchError)
    return new LayerError(
      'too_large',
      'What is to be downloaded is larger than 512 MiB, which is more than it may be without Docker.',
    );
  return isDiskFull(error) ? new LayerError('disk_full', diskFull) : error;
}

/** By what the installer keeps free, or by the disk itself, which something else may fill meanwhile. */
function isDiskFull(error: unknown): boolean {
  if (error instanceof LayerError) return error.fault === 'disk_full';
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}
