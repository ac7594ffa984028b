import { kinds } from '../../pool/sandbox-kinds.ts';
import { createSandboxPool, type SandboxKey, type SandboxPool, type SandboxRequest } from '../../pool/sandbox-pool.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { type BootedPod, bootPod } from '../pods/boot-pod.ts';
import type { PodContext, PodSpec } from '../pods/pod-context.ts';

/** Limits that no warm pod has. */
export type SpecialPod = Partial<Pick<PodSpec, 'pids' | 'workMb' | 'scratchMb'>>;
export type PodRequest = SandboxRequest<SpecialPod>;
export type PodPool = SandboxPool<ClusterConnection, BootedPod, SpecialPod>;

export interface PodPoolOptions extends Omit<PodContext, 'connection'> {
  /** True if pods boot ahead of the runs. */
  keepsWarm: boolean;
}

const defaultPids = 64;
const defaultScratchMb = 64;
/** A waiting pod holds its whole memory, which its node reserves for it. */
const budgetMb = 4096;
/** The scheduler of a cluster places many pods a second. */
const boots = 16;
/** The cluster ends a pod after this time: a wait of 25 minutes and the longest run. */
const runSeconds = 2700;
/** The longest life of a live sandbox, and the wait before it. */
const liveSeconds = 26 * 3600;

/** Creates the pool of a cluster: single-use pods that are attached and ready before a run needs them. */
export function createPodPool(options: PodPoolOptions): PodPool {
  return createSandboxPool<ClusterConnection, BootedPod, SpecialPod>({
    ...options,
    bootWarm: (connection, key) => {
      const warm = kinds[key.kind].warmCommand(key.language);
      return bootPod({ ...options, connection }, { ...specOf(connection, key), warm });
    },
    bootFor: (connection, request) => {
      const { memoryMb, labels, special } = request;
      return bootPod({ ...options, connection }, { ...specOf(connection, request), memoryMb, ...labels, ...special });
    },
    // The memory of a pod cannot change before version 1.33 of the API, and it would take a request.
    resize: async () => false,
    costMb: ({ kind }) => kinds[kind].memoryMb,
    budgetMb: () => budgetMb,
    concurrency: boots,
    isLayerRemoved: () => false,
    lostOf: ({ lost }) => lost,
  });
}

/** @throws AppError `language_not_installed` */
function specOf({ images }: ClusterConnection, { kind, language }: SandboxKey): PodSpec {
  const { memoryMb, limits } = kinds[kind];
  return {
    image: images.of(language).reference,
    memoryMb,
    pids: limits.pids ?? defaultPids,
    workMb: limits.workMb ?? defaultScratchMb,
    scratchMb: defaultScratchMb,
    lifetimeSeconds: kind === 'run' ? runSeconds : liveSeconds,
  };
}
