import { SupersededError } from '../connection/superseded-error.ts';
import type { Disposals } from '../disposals.ts';
import type { PrewarmKey } from '../engine.ts';
import { engineLost } from '../engine-errors.ts';
import { findLanguage, type Language } from '../languages/languages.ts';
import type { StartWait } from '../queue/start-wait.ts';
import { createDemand, type Demand } from './demand.ts';
import { kinds, type SandboxKind } from './sandbox-kinds.ts';
import { createWarmPool, type WarmPool } from './warm-pool.ts';

/** The warm sandboxes that are interchangeable. A live one has other limits, and a kernel instead of an interpreter. */
export interface SandboxKey {
  kind: SandboxKind;
  language: Language;
  layer: string | undefined;
}

/** A request for one sandbox. */
export interface SandboxRequest<Special> extends SandboxKey {
  memoryMb: number;
  /** Options that no warm sandbox has. If there are any, a sandbox is booted for this request alone. */
  special: Special;
  /** Labels of a sandbox that is booted for this request. */
  labels: { executionId?: string; liveSandboxId?: string };
  wait: StartWait;
}

/** A sandbox that is used once. */
export interface PooledSandbox {
  /** Kills all processes and removes the sandbox. Resolves when it no longer exists. Never rejects. */
  dispose(): Promise<void>;
  /** Resolves when the sandbox has exited on its own, or may not wait any longer. Never rejects. */
  death(): Promise<void>;
}

/** The part of an engine that boots the sandboxes of a pool. */
export interface SandboxBoots<Connection, Booted extends PooledSandbox, Special> {
  /** Boots a sandbox ahead of its use. */
  bootWarm(connection: Connection, key: SandboxKey): Promise<Booted>;
  /** Boots a sandbox for a request. */
  bootFor(connection: Connection, request: SandboxRequest<Special>): Promise<Booted>;
  /** Changes the memory of a warm sandbox. Returns false if the engine cannot. */
  resize(connection: Connection, sandbox: Booted, memoryMb: number): Promise<boolean>;
  /** Memory of a waiting sandbox of a key, in MiB. */
  costMb(key: SandboxKey): number;
  /** Memory of all waiting sandboxes, in MiB. */
  budgetMb(connection: Connection): number;
  /** Limit of simultaneous boots. */
  concurrency: number;
  /** Returns true if a boot failed because the layer of its key was removed for good. */
  isLayerRemoved(error: unknown): boolean;
  /** Aborts when the connection is lost. */
  lostOf(connection: Connection): AbortSignal;
}

export interface SandboxPoolOptions<Connection, Booted extends PooledSandbox, Special>
  extends SandboxBoots<Connection, Booted, Special> {
  disposals: Disposals;
  /** True if sandboxes boot ahead of the runs. */
  keepsWarm: boolean;
}

/** The sandboxes of all runs, and live sandboxes: taken warm where possible, else booted for the request. */
export interface SandboxPool<Connection, Booted, Special> {
  /** @throws AppError `packages_unavailable`; SupersededError; the signal's reason; errors of the engine */
  take(connection: Connection, request: SandboxRequest<Special>): Promise<Booted>;
  /** Sets the connection, and thereby the image, of all warm sandboxes. Those of another one are discarded. */
  follow(connection: Connection | undefined): void;
  prewarm(key: PrewarmKey): void;
  /** Discards the warm sandboxes with a layer. Resolves when no waiting sandbox has it, so it can be removed. */
  releaseLayer(layer: string): Promise<void>;
  /** Discards all warm sandboxes; nothing boots ahead of a run any more. */
  windDown(): void;
  /** Replaces the sandboxes that runs have taken. */
  refill(): void;
}

function toKey({ kind, language, layer = '' }: SandboxKey): string {
  return `${kind} ${language.id} ${layer}`;
}

/** The language used first by most accounts comes first. */
const firstLanguages = ['python', 'javascript', 'typescript', 'bash'];
const firstRefillDelayMs = 1000;

/** Creates the pool of an engine, by language and package layer. */
export function createSandboxPool<Connection, Booted extends PooledSandbox, Special extends object>(
  options: SandboxPoolOptions<Connection, Booted, Special>,
): SandboxPool<Connection, Booted, Special> {
  const { disposals, keepsWarm } = options;
  const demand = createDemand<SandboxKey>({ toKey });
  if (keepsWarm) for (const language of firstLanguages.toReversed()) expect({ language, layer: null });
  let served: { connection: Connection; warm: WarmPool<SandboxKey, Booted> } | undefined;

  function expect({ language: id, layer }: PrewarmKey): void {
    const language = findLanguage(id);
    if (language !== undefined) demand.expect({ kind: 'run', language, layer: layer ?? undefined });
  }

  function follow(connection: Connection | undefined): void {
    if (served?.connection === connection) return;
    served?.warm.close(new SupersededError());
    served = connection === undefined ? undefined : { connection, warm: createWarm(options, connection, demand) };
    // Delay the first refill: it must not compete with start-up, and a short-lived daemon should boot nothing.
    if (keepsWarm) setTimeout(() => served?.warm.refill(), firstRefillDelayMs).unref();
  }

  async function take(connection: Connection, request: SandboxRequest<Special>): Promise<Booted> {
    if (served?.connection !== connection) throw new SupersededError();
    const { warm } = served;
    const { memoryMb, special, wait } = request;
    const isDefaultSize = memoryMb === kinds[request.kind].memoryMb;
    const isPlain = Object.values(special).every((value) => value === undefined);
    if (keepsWarm && isPlain && (isDefaultSize || !warm.isEmpty(request))) {
      const sandbox = await warm.take(keyOf(request), wait.signal);
      wait.end();
      if (isDefaultSize || (await options.resize(connection, sandbox, memoryMb))) return sandbox;
      void disposals.add(sandbox.dispose());
    }
    const boot = () => {
      wait.end();
      return disposals.add(options.bootFor(connection, request));
    };
    return warm.order(boot, wait.signal);
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

function createWarm<Connection, Booted extends PooledSandbox, Special>(
  options: SandboxPoolOptions<Connection, Booted, Special>,
  connection: Connection,
  demand: Demand<SandboxKey>,
) {
  const { disposals } = options;
  const warm = createWarmPool<SandboxKey, Booted>({
    toKey,
    boot: (key) =>
      disposals.add(options.bootWarm(connection, key)).catch((error: unknown) => {
        if (options.isLayerRemoved(error)) demand.forget(key);
        throw error;
      }),
    discard: (sandbox) => void disposals.add(sandbox.dispose()),
    deathOf: (sandbox) => sandbox.death(),
    costMb: options.costMb,
    budgetMb: options.budgetMb(connection),
    concurrency: options.concurrency,
    demand,
  });
  options.lostOf(connection).addEventListener('abort', () => warm.close(engineLost()), { once: true });
  return warm;
}
