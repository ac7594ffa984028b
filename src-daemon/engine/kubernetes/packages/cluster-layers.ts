import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import type { Environment } from '../../../../src-shared-node/runtime-dir.ts';
import { type EgressContext, openEgress } from '../../../egress/open-egress.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findCredentials, type RegistryCredentials } from '../../credential/registry-credentials.ts';
import type { Disposals } from '../../disposals.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { NameLookup } from '../../installer/name-lookup.ts';
import { packagesFolder } from '../../installer/packages-folder.ts';
import type { BuiltLayer, LayerHooks, LayerOrder, WatchedLayers } from '../../layers.ts';
import type { ClusterConnection, ClusterReadiness } from '../connection/cluster-connection.ts';
import { addLayer, type PushedLayer, readBaseImage } from '../registry/layer-image.ts';
import { pushLayer } from '../registry/push-layer.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { openRegistry } from '../registry/registry-requests.ts';
import { createRepository, type Repository } from '../registry/repository.ts';
import { asAppError } from '../run/app-errors.ts';
import { planInstallerNetwork } from './installer-network.ts';
import { openInstallerPod } from './installer-pod.ts';

export interface ClusterLayersDeps {
  readiness: ClusterReadiness;
  instanceId: string;
  log: EngineLog;
  disposals: Disposals;
  egress: EgressContext;
  lookup: NameLookup;
  /** The environment of this process: it has the folder of Docker's configuration, with the credentials of registries. */
  environment: Environment;
  /** Aborts when the engine is stopped. */
  stopped: AbortSignal;
}

/** The layers of a cluster: images of its registry, each the base image with one more layer. */
export interface ClusterLayers extends WatchedLayers {
  /** Notifies the listeners if the registry no longer has a layer that a node could not pull. Returns true then. */
  reportIfMissing(layer: string): Promise<boolean>;
}

/** Time limit of the requests to the registry for a list or a removal. */
const askLimitMs = 60_000;
const fairnessKey = 'packages';

export function createClusterLayers(deps: ClusterLayersDeps): ClusterLayers {
  const { readiness, instanceId, environment, log } = deps;
  const listeners = new Set<(layer: string) => void>();
  const tagPrefix = `packages-${createHash('sha256').update(instanceId).digest('hex').slice(0, 16)}-`;

  /** Opens the repository of the base image of a connection. @throws AppError `packages_unavailable` */
  async function withRepository<T>(
    { images }: ClusterConnection,
    signal: AbortSignal,
    use: (repository: Repository, name: string) => Promise<T>,
  ): Promise<T> {
    const { host, path, name } = partsOf(images.base.reference);
    const requests = await openRegistry({ host, repository: path }, await credentialsOf(host, environment));
    try {
      return await use(createRepository(requests, signal), name);
    } catch (error) {
      throw asRefusal(error, name);
    } finally {
      await requests.close();
    }
  }

  async function build(order: LayerOrder, hooks: LayerHooks): Promise<BuiltLayer> {
    const signal = AbortSignal.any([hooks.signal, deps.stopped]);
    const connection = await readiness.wait(signal);
    const installer = requireInstaller(connection);
    return withRepository(connection, signal, async (repository, name) => {
      const base = await readBaseImage(repository, partsOf(connection.images.base.reference).digest);
      // The right to push is found out before minutes of work. An upload and its token would not last as long.
      await (await repository.beginUpload()).cancel();
      const store = (archive: Readable) => {
        hooks.onLine(`Storing the packages at ${name}`);
        return uploadLayer(repository, archive);
      };
      const filling = { connection, installer, store };
      const { layer, ...built } = await fill(deps, filling, { order, hooks: { ...hooks, signal } });
      // No other image is the same, so that none is deleted with it.
      const image = addLayer(base, layer, { 'app.strongroom.layer': randomBytes(12).toString('hex') });
      await repository.putBlob(image.config);
      await repository.putManifest(`${tagPrefix}${hexOf(image.digest)}`, image.manifest);
      return { id: `${name}@${image.digest}`, ...built };
    });
  }

  const ask = async <T>(use: (repository: Repository, name: string) => Promise<T>) =>
    withRepository(current(readiness), AbortSignal.any([deps.stopped, AbortSignal.timeout(askLimitMs)]), use);

  return {
    imageId: () => readiness.current()?.images.base.reference,
    owns: (id) => {
      const last = readiness.last();
      return (
        id.includes('@sha256:') && (last === undefined || partsOf(id).name === partsOf(last.images.base.reference).name)
      );
    },
    build: (order, hooks) =>
      build(order, hooks).catch((error: unknown) => {
        throw asAppError({ log }, error);
      }),
    list: () =>
      ask(async (repository, name) => {
        const tags = (await repository.listTags()).filter((tag) => tag.startsWith(tagPrefix));
        return tags.map((tag) => `${name}@sha256:${tag.slice(tagPrefix.length)}`);
      }),
    remove: (layer) =>
      ask(async (repository, name) => {
        const isRemoved = await repository.deleteManifest(partsOf(layer).digest);
        if (!isRemoved) log.info({ repository: name }, 'the registry did not delete an image: the packages stay there');
        return true;
      }),
    onMissing: (listener) => void listeners.add(listener),
    reportIfMissing: async (layer) => {
      const hasLayer = await ask((repository) => repository.hasManifest(partsOf(layer).digest));
      if (!hasLayer) for (const listener of listeners) listener(layer);
      return !hasLayer;
    },
  };
}

interface Filling {
  connection: ClusterConnection;
  /** The installer's image. */
  installer: string;
  /** Stores an archive of the packages as a layer. */
  store(archive: Readable): Promise<PushedLayer>;
}

async function uploadLayer(repository: Repository, archive: Readable): Promise<PushedLayer> {
  const upload = await repository.beginUpload();
  try {
    return await pushLayer(upload, archive);
  } catch (error) {
    archive.destroy();
    await upload.cancel();
    throw error;
  }
}

/** Installs the packages in a pod, and uploads them. */
async function fill(
  deps: ClusterLayersDeps,
  { connection, installer, store }: Filling,
  { order: given, hooks }: { order: LayerOrder; hooks: LayerHooks },
) {
  const { egress: context, disposals, log, instanceId } = deps;
  const { policy, hooks: network, order } = await planInstallerNetwork(given, deps.lookup, hooks.onLine);
  const slot = await context.slots.enter({ fairnessKey, isHeld: false, signal: hooks.signal });
  try {
    const { connectionsOfSandbox: connections } = networkLimits;
    const egress = await openEgress(context, {
      policy,
      hooks: network,
      hasKeyStore: false,
      runtime: undefined,
      connections,
    });
    try {
      hooks.signal.throwIfAborted();
      const pod = await openInstallerPod({ connection, disposals, log, instanceId }, installer, egress);
      try {
        const installed = await pod.install(order, hooks);
        const archive = await pod.archive(packagesFolder(order.packageManager, connection.images.versions()));
        return { ...installed, layer: await store(archive) };
      } finally {
        void pod.dispose();
      }
    } finally {
      await egress.close();
    }
  } finally {
    slot.leave();
  }
}

function current(readiness: ClusterReadiness): ClusterConnection {
  const connection = readiness.current();
  if (connection === undefined) throw new AppError('engine_unavailable', 'The sandbox engine is not ready.');
  return connection;
}

/** @throws AppError `packages_unavailable` */
function requireInstaller({ images, cluster }: ClusterConnection): string {
  if (!cluster.hasClosedNetwork)
    throw new AppError(
      'packages_unavailable',
      'Packages cannot be installed in this cluster: it does not enforce network policies, so an installer could reach everything that its pods can.',
    );
  if (images.installer !== undefined) return images.installer;
  throw new AppError(
    'packages_unavailable',
    'Packages cannot be installed in this cluster: the list of --kube-images has no installer. `npm run images -- --push REGISTRY` pushes it and writes a new list; then restart the daemon.',
  );
}

/** @throws AppError `packages_unavailable` */
async function credentialsOf(host: string, environment: Environment): Promise<RegistryCredentials | undefined> {
  try {
    return await findCredentials(host, environment);
  } catch (cause) {
    throw new AppError('packages_unavailable', (cause as Error).message, { cause });
  }
}

/** The parts of `host/path@sha256:…`. */
function partsOf(reference: string): { host: string; path: string; name: string; digest: string } {
  const [name = '', digest = ''] = reference.split('@', 2);
  const slash = name.indexOf('/');
  return { host: name.slice(0, slash), path: name.slice(slash + 1), name, digest };
}

function hexOf(digest: string): string {
  return digest.slice('sha256:'.length);
}

function asRefusal(error: unknown, name: string): unknown {
  if (error instanceof RegistryError) return refusedBy(error, name);
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  return isLate ? refusedBy(new RegistryError('unreachable', 'the registry does not answer'), name) : error;
}

/** A registry is not part of the engine: runs without packages go on. */
function refusedBy(error: RegistryError, name: string): AppError {
  const [host = ''] = name.split('/', 1);
  const remedy =
    error.kind === 'denied'
      ? `Log in where the daemon runs, with an account that may push to ${name}: docker login ${host}.`
      : 'Check that the registry can be reached from the machine of the daemon, and try again.';
  const message = `The packages of this cluster are kept at ${name}, and ${error.message}. ${remedy}`;
  return new AppError('packages_unavailable', message, { cause: error });
}
