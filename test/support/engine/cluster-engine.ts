import type { Engine } from '../../../src-daemon/engine/engine.ts';
import type { BuiltLayer, LayerStore } from '../../../src-daemon/engine/layers.ts';
import { createMemorySandbox } from '../sandboxes/memory-sandbox.ts';
import { type ScriptedEngine, scriptEngine } from './scripted-engine.ts';

export const clusterName = 'prod-eu, namespace strongroom';

export interface ClusterEngine {
  script: ScriptedEngine;
  /** Names of the calls that got work of an account, or reached a sandbox, in order. */
  calls: string[];
}

/** Makes the engine of a test daemon one whose sandboxes run in a cluster, and records what reaches it. */
export function runInCluster(engine: Engine): ClusterEngine {
  const calls: string[] = [];
  const script = scriptEngine(engine);
  const { admit } = engine;
  engine.status = () => ({ name: 'kubernetes', status: 'ready', place: 'cluster', cluster: clusterName });
  engine.admit = (job) => {
    calls.push('admit');
    return admit(job);
  };
  const sandboxes = {
    open: async () => {
      calls.push('open');
      return recorded(createMemorySandbox(), (name) => calls.push(`sandbox.${name}`));
    },
  };
  const layers = recorded(createLayers(), (name) => name === 'build' && calls.push(name));
  Object.defineProperty(engine, 'sandboxes', { configurable: true, get: () => sandboxes });
  Object.defineProperty(engine, 'layers', { configurable: true, get: () => layers });
  return { script, calls };
}

/** Returns an object that reports the name of each of its methods that is called. */
function recorded<T extends object>(target: T, report: (name: string) => unknown): T {
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        report(String(key));
        return value.apply(object, args);
      };
    },
  });
}

/** A store whose layers have version 1.0 of each package. */
function createLayers(): LayerStore {
  const built = new Map<string, BuiltLayer>();
  return {
    imageId: () => 'image-of-the-cluster',
    owns: (id) => id.startsWith('cluster-layer-'),
    build: async ({ packages }) => {
      const versions = Object.fromEntries(Object.keys(packages).map((name) => [name, '1.0']));
      const layer = { id: `cluster-layer-${built.size + 1}`, versions, sizeBytes: 1 };
      built.set(layer.id, layer);
      return layer;
    },
    list: async () => [...built.keys()],
    remove: async (id) => built.delete(id),
  };
}
