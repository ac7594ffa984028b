import { AppError } from '../../../errors/app-error.ts';
import type { Disposals } from '../../disposals.ts';
import type { EngineLog } from '../../engine-log.ts';
import { kinds } from '../../pool/sandbox-kinds.ts';
import { createSandboxPool, type SandboxKey, type SandboxPool, type SandboxRequest } from '../../pool/sandbox-pool.ts';
import type { EngineConnection } from '../link/engine-connection.ts';
import { mountLayer } from '../packages/layer-mount.ts';
import { type BootedSandbox, bootSandbox, type SandboxSpec } from '../sandbox/boot-sandbox.ts';
import type { SandboxContainer } from '../sandbox/container-options.ts';
import { resizeSandbox } from '../sandbox/resize-sandbox.ts';

export interface ContainerPoolOptions {
  instanceId: string;
  log: EngineLog;
  disposals: Disposals;
  onLayerMissing: (layer: string) => void;
  /** True if containers boot ahead of the runs. */
  keepsWarm: boolean;
}

export type ContainerRequest = SandboxRequest<Partial<SandboxContainer>>;
export type ContainerPool = SandboxPool<EngineConnection, BootedSandbox, Partial<SandboxContainer>>;

const containerCostMb = 6;

/** Creates the pool of a Docker engine. */
export function createContainerPool(options: ContainerPoolOptions): ContainerPool {
  return createSandboxPool<EngineConnection, BootedSandbox, Partial<SandboxContainer>>({
    ...options,
    bootWarm: async (connection, key) => {
      const spec = await specOf(options, connection, key);
      const warm = kinds[key.kind].warmCommand(key.language);
      return bootSandbox({ ...options, link: connection.link }, { ...spec, warm });
    },
    bootFor: async (connection, request) => {
      const spec = await specOf(options, connection, request);
      const { memoryMb, labels, special } = request;
      return bootSandbox({ ...options, link: connection.link }, { ...spec, memoryMb, ...labels, ...special });
    },
    resize: ({ link }, sandbox, memoryMb) => resizeSandbox(link, sandbox, memoryMb),
    costMb: ({ kind, language }) => containerCostMb + kinds[kind].waitingMb(language),
    budgetMb: ({ link }) => Math.min(Math.max(link.facts.memoryMb * 0.05, 128), 1024),
    concurrency: 2,
    // The layer was removed for good: its replacement has another id.
    isLayerRemoved: (error) => error instanceof AppError && error.code === 'packages_unavailable',
    lostOf: ({ link }) => link.lost,
  });
}

async function specOf(
  { instanceId, onLayerMissing }: ContainerPoolOptions,
  { link, families }: EngineConnection,
  { kind, language, layer }: SandboxKey,
): Promise<SandboxSpec> {
  const { id: imageId, versions } = families.demand(language);
  const layers = { versions, onMissing: onLayerMissing };
  return {
    imageId,
    instanceId,
    ...kinds[kind].limits,
    memoryMb: kinds[kind].memoryMb,
    runtime: link.facts.runtime,
    layer: await mountLayer({ link, layers }, layer, language),
  };
}
