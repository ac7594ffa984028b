import type { Environment } from '../../../src-shared-node/runtime-dir.ts';
import { createEgressContext } from '../../egress/open-egress.ts';
import { createReadiness } from '../connection/readiness.ts';
import { createDisposals } from '../disposals.ts';
import type { EngineLog } from '../engine-log.ts';
import { createNameLookup } from '../installer/name-lookup.ts';
import { languageStatus } from '../languages/language-status.ts';
import { layersOfEngine } from '../layers.ts';
import { openLiveSandboxes } from '../live/open-live-sandboxes.ts';
import type { QueueFront } from '../queue/run-queue.ts';
import type { Runner } from '../runner.ts';
import { proveCluster } from './canary/prove-cluster.ts';
import type { ClusterConnection } from './connection/cluster-connection.ts';
import { type ClusterOptions, createClusterKeeper } from './connection/cluster-keeper.ts';
import { createClusterLayers } from './packages/cluster-layers.ts';
import { livePods } from './run/live-pods.ts';
import { createPodPool } from './run/pod-pool.ts';
import { createClusterRuns } from './run.ts';

export interface KubernetesEngineOptions extends Omit<ClusterOptions, 'prove' | 'disposals'> {
  log: EngineLog;
  /** True (the default) if pods boot ahead of the runs. */
  keepsWarm?: boolean;
  /** Name servers of the machine, for networks by rule and for package indexes. */
  nameServers?: () => readonly string[];
  /** The environment of this process: it has the folder of Docker's configuration. */
  environment: Environment;
}

/** Runs at once. Quotas and nodes of the cluster are the stricter bound, and a pod waits for them. */
const limits = { concurrency: 100, memoryMb: 1024 * 1024 };

/** Creates the engine that runs every job in a pod of its own, below a queue. */
export function createKubernetesRunner(options: KubernetesEngineOptions, { queue, stopped }: QueueFront): Runner {
  const { log, instanceId, keepsWarm = true, environment } = options;
  const disposals = createDisposals();
  const readiness = createReadiness<ClusterConnection>({
    name: 'kubernetes',
    place: 'cluster',
    cluster: clusterName(options),
  });
  const listeners: (() => void)[] = [];
  const egress = createEgressContext({ log, nameServers: options.nameServers, stopped });
  const lookup = createNameLookup(options.nameServers);
  const layers = createClusterLayers({
    ...{ readiness, instanceId, log, disposals, egress, lookup, environment, stopped },
  });
  const { reportIfMissing } = layers;
  const pool = createPodPool({ instanceId, log, disposals, keepsWarm, reportIfMissing });
  readiness.onChange(pool.follow);
  readiness.onChange(() => {
    for (const listener of listeners) listener();
  });
  const prove = (connection: ClusterConnection) => proveCluster({ connection, instanceId, log, disposals });
  const keeper = createClusterKeeper(readiness, { ...options, disposals, prove });
  const context = { readiness, pool, log, disposals, egress };

  async function stop(): Promise<void> {
    pool.follow(undefined);
    // It ends the boots as well: a pod that waits for a node can take minutes.
    await keeper.close();
  }

  return {
    start: keeper.open,
    windDown: pool.windDown,
    stop,
    name: 'kubernetes',
    ...createClusterRuns(context),
    noticesOf: () => [],
    refill: pool.refill,
    limits: () => limits,
    onChange: (listener) => void listeners.push(listener),
    status: readiness.status,
    languages: () => languageStatus(readiness.last()?.images.versions() ?? {}),
    prewarm: pool.prewarm,
    sandboxes: openLiveSandboxes(livePods({ ...context, queue, stopped })),
    ...layersOfEngine(layers, pool.releaseLayer),
  };
}

/** Returns the name of a cluster for people. A kubeconfig can have any text as the name of a context. */
function clusterName({ source, namespace }: KubernetesEngineOptions): string {
  const cluster = source.kind === 'kubeconfig' ? source.context : 'the cluster of the daemon';
  return `${cluster}, namespace ${namespace}`;
}
