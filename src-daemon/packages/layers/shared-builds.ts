import PQueue from 'p-queue';
import type { BuiltLayer, LayerHooks, LayerOrder, LayerStore } from '../../engine/layers.ts';
import { createLogLines } from '../install/log-lines.ts';
import type { Tail } from '../install/tail.ts';

interface Build {
  layer: Promise<BuiltLayer>;
  /** Last printed lines, for callers that join later. */
  lines: Tail<string>;
  listeners: Set<(line: string) => void>;
  abort: AbortController;
}

/** Maximum number of parallel builds. More would slow each other down on network, disk and two processors. */
const maxParallelBuilds = 2;

export type SharedBuilds = ReturnType<typeof createSharedBuilds>;

/** Builds layers, with one build for all concurrent requests of the same key. */
export function createSharedBuilds() {
  const builds = new Map<string, Build>();
  const queue = new PQueue({ concurrency: maxParallelBuilds });

  /**
   * Builds the layer of a key, or joins its build in progress. The build is aborted when the last caller has aborted. `keep`
   * is called once, when the layer is built.
   * @throws errors of `LayerStore.build`; the signal's reason
   */
  async function build(
    { key, order, store, keep }: { key: string; order: LayerOrder; store: LayerStore; keep: (l: BuiltLayer) => void },
    { onLine, signal }: LayerHooks,
  ): Promise<BuiltLayer> {
    signal.throwIfAborted();
    const shared = builds.get(key) ?? start({ key, order, store, keep });
    for (const line of shared.lines.entries()) onLine(line);
    shared.listeners.add(onLine);
    const aborted = Promise.withResolvers<never>();
    const leave = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.layer, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      shared.listeners.delete(onLine);
      if (shared.listeners.size === 0 && builds.get(key) === shared) {
        // No caller may join a build that is being aborted.
        builds.delete(key);
        shared.abort.abort(new Error('the layer is no longer requested'));
      }
    }
  }

  function start({
    key,
    order,
    store,
    keep,
  }: {
    key: string;
    order: LayerOrder;
    store: LayerStore;
    keep: (layer: BuiltLayer) => void;
  }): Build {
    const lines = createLogLines();
    const listeners = new Set<(line: string) => void>();
    const abort = new AbortController();
    const onLine = (line: string) => {
      lines.push(line);
      for (const listener of listeners) listener(line);
    };
    const layer = queue
      .add(() => store.build(order, { onLine, signal: abort.signal }), { signal: abort.signal })
      .then((built) => {
        keep(built);
        return built;
      });
    const shared = { layer, lines, listeners, abort };
    builds.set(key, shared);
    const forget = () => {
      if (builds.get(key) === shared) builds.delete(key);
    };
    // Waiting callers get the failure themselves; without callers it is ignored.
    layer.then(forget, forget);
    return shared;
  }

  return {
    build,
    isIdle: () => queue.size === 0 && queue.pending === 0,
    /** Resolves when no build is in progress. */
    idle: () => queue.onIdle(),
  };
}
