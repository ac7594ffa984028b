import { sandboxLimits } from '../../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { AppError } from '../../../errors/app-error.ts';
import { packagesUnavailable } from '../../engine-errors.ts';
import { kinds } from '../../pool/sandbox-kinds.ts';
import { createSandboxPool, type SandboxKey, type SandboxPool, type SandboxRequest } from '../../pool/sandbox-pool.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { type BootedPod, bootPod } from '../pods/boot-pod.ts';
import type { PodContext, PodSpec } from '../pods/pod-context.ts';
import { ImagePullError } from '../pods/wait-until-running.ts';

/** Limits that no warm pod has. */
export type SpecialPod = Partial<Pick<PodSpec, 'pids' | 'workMb' | 'scratchMb'>>;
export type PodRequest = SandboxRequest<SpecialPod>;
export type PodPool = SandboxPool<ClusterConnection, BootedPod, SpecialPod>;

export interface PodPoolOptions extends Omit<PodContext, 'connection'> {
  /** True if pods boot ahead of the runs. */
  keepsWarm: boolean;
  /** Finds out if a layer that a node could not pull no longer exists. */
  reportIfMissing(layer: string): Promise<boolean>;
}

const defaultPids = 64;
const defaultScratchMb = 64;
/** A waiting pod holds its whole memory, which its node reserves for it. */
const budgetMb = 4096;
/** The scheduler of a cluster places many pods a second. */
const boots = 16;
/** The cluster ends a pod after this time: a wait of 25 minutes and the longest run. */
const runSeconds = 2700;
/** The longest life of a live sandbox, and more than the wait before it. The daemon ends each at its own limits. */
const liveSeconds = sandboxLimits.lifetimeMs.max / 1000 + 3600;

/** Creates the pool of a cluster: single-use pods that are attached and ready before a run needs them. */
export function createPodPool(options: PodPoolOptions): PodPool {
  return createSandboxPool<ClusterConnection, BootedPod, SpecialPod>({
    ...options,
    bootWarm: (connection, key) => {
      const warm = kinds[key.kind].warmCommand(key.language);
      return boot(options, connection, { ...key, spec: { ...specOf(connection, key), warm } });
    },
    bootFor: (connection, request) => {
      const { memoryMb, labels, special } = request;
      const spec = { ...specOf(connection, request), memoryMb, ...labels, ...special };
      return boot(options, connection, { ...request, spec });
    },
    // The memory of a pod cannot change before version 1.33 of the API, and it would take a request.
    resize: async () => false,
    costMb: ({ kind }) => kinds[kind].memoryMb,
    budgetMb: () => budgetMb,
    concurrency: boots,
    // The layer was removed for good: its replacement has another id.
    isLayerRemoved: (error) => error instanceof AppError && error.code === 'packages_unavailable',
    lostOf: ({ lost }) => lost,
  });
}

/** @throws AppError `packages_unavailable`, and the errors of `bootPod` */
async function boot(
  options: PodPoolOptions,
  connection: ClusterConnection,
  { layer, spec }: Pick<SandboxKey, 'layer'> & { spec: PodSpec },
): Promise<BootedPod> {
  try {
    return await bootPod({ ...options, connection }, spec);
  } catch (error) {
    if (layer === undefined || !(error instanceof ImagePullError)) throw error;
    const isMissing = await options.reportIfMissing(layer).catch(() => false);
    throw isMissing ? packagesUnavailable() : error;
  }
}

/** @throws AppError `language_not_installed` */
function specOf({ images }: ClusterConnection, { kind, language, layer }: SandboxKey): PodSpec {
  const { memoryMb, limits } = kinds[kind];
  const { reference } = images.of(language);
  return {
    image: layer ?? reference,
    memoryMb,
    pids: limits.pids ?? defaultPids,
    workMb: limits.workMb ?? defaultScratchMb,
    scratchMb: defaultScratchMb,
    lifetimeSeconds: kind === 'run' ? runSeconds : liveSeconds,
  };
}
