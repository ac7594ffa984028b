import PQueue from 'p-queue';
import type { BuiltLayer, LayerHooks, LayerOrder, LayerStore } from '../../engine/layers.ts';
import { createLogLines } from '../install/log-lines.ts';
import type { Tail } from '../install/tail.ts';

interface Build {
  layer: Promise<BuiltLayer>;
  /** The last lines that were printed, for those who join late. */
  lines: Tail<string>;
  listeners: Set<(line: string) => void>;
  abort: AbortController;
}

/** Installing takes network, disk and both processors of a small machine: more at once only slows each. */
const atOnce = 2;

export type SharedBuilds = ReturnType<typeof createSharedBuilds>;

/** Builds of layers, one for each key however many ask for it at the same moment. */
export function createSharedBuilds() {
  const builds = new Map<string, Build>();
  const queue = new PQueue({ concurrency: atOnce });

  /**
   * The layer of a key; made now, or being made for another already. The build ends when the last who wants it has
   * aborted. `keep` runs once, when it is made.
   * @throws what `LayerStore.build` throws; the signal's reason
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
        // Nobody joins a build that is being given up.
        builds.delete(key);
        shared.abort.abort(new Error('nobody wants this layer any more'));
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
    // Those who wait hear of a failure themselves; when all have left, nobody needs to.
    layer.then(forget, forget);
    return shared;
  }

  return {
    build,
    isIdle: () => queue.size === 0 && queue.pending === 0,
    /** Resolves when nothing is under way any more. */
    idle: () => queue.onIdle(),
  };
}
