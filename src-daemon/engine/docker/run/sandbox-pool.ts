import { AppError } from '../../../errors/app-error.ts';
import type { Disposals } from '../../disposals.ts';
import type { PrewarmKey } from '../../engine.ts';
import { engineLost } from '../../engine-errors.ts';
import type { EngineLog } from '../../engine-log.ts';
import { findLanguage, type Language } from '../../languages/languages.ts';
import { createDemand, type Demand } from '../../pool/demand.ts';
import { createWarmPool, type WarmPool } from '../../pool/warm-pool.ts';
import type { StartWait } from '../../queue/start-wait.ts';
import type { EngineConnection } from '../link/readiness.ts';
import { mountLayer } from '../packages/layer-mount.ts';
import { type BootedSandbox, bootSandbox, type SandboxSpec } from '../sandbox/boot-sandbox.ts';
import type { SandboxContainer } from '../sandbox/container-options.ts';
import { resizeSandbox } from '../sandbox/resize-sandbox.ts';
import { kinds, type SandboxKind } from './sandbox-kinds.ts';
import { SupersededError } from './superseded-error.ts';

export interface SandboxPoolOptions {
  instanceId: string;
  log: EngineLog;
  disposals: Disposals;
  onLayerMissing: (layer: string) => void;
  /** True if containers boot ahead of the runs. */
  keepsWarm: boolean;
}

/** A request for one sandbox. */
export interface SandboxRequest extends SandboxKey {
  memoryMb: number;
  /** Options that no warm sandbox has. If there are any, a sandbox is booted for this request alone. */
  special: Partial<SandboxContainer>;
  /** Labels of a sandbox that is booted for this request. */
  labels: Pick<SandboxContainer, 'executionId' | 'liveSandboxId'>;
  wait: StartWait;
}

/** The sandboxes of all runs, and live sandboxes: taken warm where possible, else booted for the request. */
export interface SandboxPool {
  /** @throws AppError `packages_unavailable`; SupersededError; the signal's reason; errors of the engine */
  take(connection: EngineConnection, request: SandboxRequest): Promise<BootedSandbox>;
  /** Sets the connection, and thereby the image, of all warm containers. Those of another one are discarded. */
  follow(connection: EngineConnection | undefined): void;
  prewarm(key: PrewarmKey): void;
  /** Discards the warm containers with a layer. Resolves when no waiting container has it, so it can be removed. */
  releaseLayer(layer: string): Promise<void>;
  /** Discards all warm containers; nothing boots ahead of a run any more. */
  windDown(): void;
  /** Replaces the containers that runs have taken. */
  refill(): void;
}

/** The warm containers that are interchangeable. A live sandbox has other limits, and a kernel instead of an interpreter. */
interface SandboxKey {
  kind: SandboxKind;
  language: Language;
  layer: string | undefined;
}

function toKey({ kind, language, layer = '' }: SandboxKey): string {
  return `${kind} ${language.id} ${layer}`;
}

const containerCostMb = 6;
/** The language used first by most accounts comes first. */
const firstLanguages = ['python', 'javascript', 'typescript', 'bash'];
const boots = 2;
const firstRefillDelayMs = 1000;

/** Creates the pool of a Docker engine, by language and package layer. */
export function createSandboxPool(options: SandboxPoolOptions): SandboxPool {
  const { disposals, keepsWarm } = options;
  const demand = createDemand<SandboxKey>({ toKey });
  if (keepsWarm) for (const language of firstLanguages.toReversed()) expect({ language, layer: null });
  let served: { connection: EngineConnection; warm: WarmPool<SandboxKey, BootedSandbox> } | undefined;

  function expect({ language: id, layer }: PrewarmKey): void {
    const language = findLanguage(id);
    if (language !== undefined) demand.expect({ kind: 'run', language, layer: layer ?? undefined });
  }

  function follow(connection: EngineConnection | undefined): void {
    if (served?.connection === connection) return;
    served?.warm.close(new SupersededError());
    served = connection === undefined ? undefined : { connection, warm: createWarm(options, connection, demand) };
    // Delay the first refill: it must not compete with start-up, and a short-lived daemon should boot nothing.
    if (keepsWarm) setTimeout(() => served?.warm.refill(), firstRefillDelayMs).unref();
  }

  async function take(connection: EngineConnection, request: SandboxRequest): Promise<BootedSandbox> {
    if (served?.connection !== connection) throw new SupersededError();
    const { warm } = served;
    const { memoryMb, special, labels, wait } = request;
    const isDefaultSize = memoryMb === kinds[request.kind].memoryMb;
    const isPlain = Object.values(special).every((value) => value === undefined);
    if (keepsWarm && isPlain && (isDefaultSize || !warm.isEmpty(request))) {
      const sandbox = await warm.take(keyOf(request), wait.signal);
      wait.end();
      if (isDefaultSize || (await resizeSandbox(connection.link, sandbox, memoryMb))) return sandbox;
      void disposals.add(sandbox.dispose());
    }
    const boot = async () => {
      wait.end();
      const spec = await specOf(options, connection, request);
      return bootSandbox({ ...options, link: connection.link }, { ...spec, memoryMb, ...labels, ...special });
    };
    return warm.order(() => disposals.add(boot()), wait.signal);
  }

  async function releaseLayer(layer: string): Promise<void> {
    for (const key of demand.keys()) if (key.layer === layer) served?.warm.drop(key);
    await disposals.settled();
  }

  return {
    take,
    follow,
    prewarm: (key) => {
      if (!keepsWarm) return;
      expect(key);
      served?.warm.refill();
    },
    releaseLayer,
    windDown: () => {
      demand.setActive(false);
      served?.warm.refill();
    },
    refill: () => served?.warm.refill(),
  };
}

/** Removes the fields that no key has: the pool keeps its keys. */
function keyOf({ kind, language, layer }: SandboxKey): SandboxKey {
  return { kind, language, layer };
}

function createWarm(options: SandboxPoolOptions, connection: EngineConnection, demand: Demand<SandboxKey>) {
  const { link } = connection;
  const { disposals } = options;
  const warm = createWarmPool<SandboxKey, BootedSandbox>({
    toKey,
    boot: (key) =>
      disposals.add(bootWarm(options, connection, key)).catch((error: unknown) => {
        // The layer was removed for good: its replacement has another id.
        if (error instanceof AppError && error.code === 'packages_unavailable') demand.forget(key);
        throw error;
      }),
    discard: (sandbox) => void disposals.add(sandbox.dispose()),
    deathOf: ({ stream }) =>
      stream.closed ? Promise.resolve() : new Promise((resolve) => stream.once('close', () => resolve())),
    costMb: ({ kind, language }) => containerCostMb + kinds[kind].waitingMb(language),
    budgetMb: Math.min(Math.max(link.facts.memoryMb * 0.05, 128), 1024),
    concurrency: boots,
    demand,
  });
  link.lost.addEventListener('abort', () => warm.close(engineLost()), { once: true });
  return warm;
}

async function bootWarm(
  options: SandboxPoolOptions,
  connection: EngineConnection,
  key: SandboxKey,
): Promise<BootedSandbox> {
  const spec = await specOf(options, connection, key);
  return bootSandbox(
    { ...options, link: connection.link },
    {
      ...spec,
      warm: kinds[key.kind].warmCommand(key.language),
    },
  );
}

async function specOf(
  { instanceId, onLayerMissing }: SandboxPoolOptions,
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
