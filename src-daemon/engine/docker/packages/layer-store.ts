import type { ContainerCreateOptions } from 'dockerode';
import { AppError } from '../../../errors/app-error.ts';
import type { Disposals } from '../../disposals.ts';
import { engineFailed, engineLost } from '../../engine-errors.ts';
import type { EngineLog } from '../../engine-log.ts';
import { installLimits } from '../../installer/installer-protocol.ts';
import type { NameLookup } from '../../installer/name-lookup.ts';
import { layerFolder } from '../../installer/packages-folder.ts';
import type { BuiltLayer, LayerHooks, LayerOrder, WatchedLayers } from '../../layers.ts';
import { ensureInstallerImage } from '../images/installer-image.ts';
import type { DockerReadiness, EngineConnection } from '../link/engine-connection.ts';
import { openInstallerNetwork } from '../network/installer-network.ts';
import { accountsMount, hardened } from '../sandbox/hardening.ts';
import { bootContainer } from '../sandbox/sandbox.ts';
import { converseWithInstaller } from './installer-conversation.ts';
import { createLayerVolume, isLayerVolume, listLayerVolumes, removeLayerVolume } from './layer-volumes.ts';

export interface LayerStoreDeps {
  readiness: DockerReadiness;
  instanceId: string;
  resourcesDir: string;
  log: EngineLog;
  disposals: Disposals;
  lookup: NameLookup;
  /** Aborts when the engine is stopped. */
  stopped: AbortSignal;
}

export interface DockerLayerStore extends WatchedLayers {
  /** Notifies the listeners that a layer for a run no longer exists. */
  reportMissing(layer: string): void;
}

const memoryMb = 2048;

/** Stores layers as Docker volumes. Each is filled by an installer container of its own. */
export function createLayerStore(deps: LayerStoreDeps): DockerLayerStore {
  const { readiness, instanceId } = deps;
  const listeners = new Set<(layer: string) => void>();

  async function build(order: LayerOrder, hooks: LayerHooks): Promise<BuiltLayer> {
    const signal = AbortSignal.any([hooks.signal, deps.stopped]);
    const connection = await readiness.wait(signal);
    const image = await ensureInstallerImage(connection, deps.resourcesDir, hooks.onLine).catch((cause: unknown) => {
      deps.log.error({ err: cause }, 'the installer image could not be built');
      throw engineFailed('The installer image could not be built, so no package was installed.', cause);
    });
    signal.throwIfAborted();
    const volume = await createLayerVolume(connection.link.docker, instanceId);
    try {
      const installed = await fill(deps, { connection, image, volume }, { order, hooks: { ...hooks, signal } });
      return { id: volume, ...installed };
    } catch (error) {
      await removeLayerVolume(connection.link.docker, volume).catch(() => false);
      throw connection.link.lost.aborted ? engineLost(error) : error;
    }
  }

  function current(): EngineConnection {
    const connection = readiness.current();
    if (connection === undefined) throw new AppError('engine_unavailable', 'The sandbox engine is not ready.');
    return connection;
  }

  return {
    imageId: () => readiness.current()?.image.id,
    owns: isLayerVolume,
    build,
    list: async () => listLayerVolumes(current().link.docker, instanceId),
    remove: async (layer) => removeLayerVolume(current().link.docker, layer),
    onMissing: (listener) => listeners.add(listener),
    reportMissing: (layer) => {
      for (const listener of listeners) listener(layer);
    },
  };
}

interface Filling {
  connection: EngineConnection;
  image: string;
  volume: string;
}

/** Runs the installer. Resolves when its container is removed, so that nothing uses the volume. */
async function fill(
  deps: LayerStoreDeps,
  { connection, image, volume }: Filling,
  { order, hooks }: { order: LayerOrder; hooks: LayerHooks },
) {
  const { link } = connection;
  const { instanceId, log, disposals } = deps;
  const context = { link, log, instanceId, imageId: connection.image.id, lookup: deps.lookup };
  const opening = openInstallerNetwork(context, order, hooks.onLine);
  const network = await disposals.add(opening);
  try {
    hooks.signal.throwIfAborted();
    const { runtime } = link.facts;
    const spec = { imageId: image, instanceId, volume, memoryMb, runtime, networkMode: network.mode };
    const container = await bootContainer(link, (uid) => installerOptions({ ...spec, uid }), log);
    try {
      return await converseWithInstaller({ link, container, limits: installLimits }, order, hooks);
    } finally {
      await disposals.add(container.dispose());
    }
  } finally {
    void disposals.add(network.dispose());
  }
}

interface InstallerContainer {
  imageId: string;
  instanceId: string;
  /** The user and the group, which no other container has. */
  uid: number;
  /** The volume that becomes the layer. */
  volume: string;
  memoryMb: number;
  runtime: string | undefined;
  /** `container:<holder>`, whose network is closed. */
  networkMode: string;
}

/**
 * Returns the options of the container of one installation. It is confined like a run, since packages run their own
 * code in it while they are built. A holder closes its network.
 */
function installerOptions({ volume, networkMode, ...container }: InstallerContainer): ContainerCreateOptions {
  const limits = { pids: 256, cpus: 2, openFiles: 4096, fileMb: 4096 };
  const base = hardened({ ...container, role: 'installer', ...limits });
  return {
    ...base,
    Env: [],
    WorkingDir: '/tmp',
    HostConfig: {
      ...base.HostConfig,
      NetworkMode: networkMode,
      // A new volume gets the owner of this folder in the image.
      Mounts: [{ Type: 'volume', Source: volume, Target: layerFolder, ReadOnly: false }],
      Tmpfs: { '/tmp': 'rw,nosuid,nodev,size=64m,nr_inodes=4k,mode=1777', ...accountsMount(container.uid) },
    },
  };
}
