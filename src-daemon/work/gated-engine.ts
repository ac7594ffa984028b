import type { AdmittedRun, Engine, SandboxJob } from '../engine/engine.ts';
import type { LayerStore } from '../engine/layers.ts';
import type { LiveSandboxes, LiveSandboxOptions } from '../engine/live-sandbox.ts';
import type { ClusterGate } from './cluster-gate.ts';

/**
 * The engine as features have it: nothing of an account reaches it without the gate. Jobs and sandboxes name their account
 * as `fairnessKey`; a layer is built by the store of an account.
 */
export interface GatedEngine extends Pick<Engine, 'admit' | 'status' | 'languages' | 'prewarm' | 'onLayerMissing'> {
  /** The layers, without the right to build one. */
  readonly layers: Omit<LayerStore, 'build'> | undefined;
  /** Returns the store that builds layers for an account. @throws AppError `cluster_not_allowed` */
  layersFor(accountId: number): LayerStore | undefined;
  readonly sandboxes: LiveSandboxes | undefined;
}

/** Puts the gate before an engine. Work without an account does not pass it. */
export function createGatedEngine(engine: Engine, gate: ClusterGate): GatedEngine {
  const requireOwner = ({ fairnessKey }: Pick<SandboxJob, 'fairnessKey'>) => gate.require(Number(fairnessKey ?? 0));

  function admit(job: SandboxJob): AdmittedRun {
    requireOwner(job);
    const admitted = engine.admit(job);
    return {
      run: async (hooks) => {
        try {
          // The setting can have changed while the run waited for its packages.
          requireOwner(job);
        } catch (error) {
          admitted.release();
          throw error;
        }
        return await admitted.run(hooks);
      },
      release: () => admitted.release(),
    };
  }

  return {
    admit,
    status: () => engine.status(),
    languages: () => engine.languages(),
    prewarm: (key) => engine.prewarm(key),
    onLayerMissing: (listener) => engine.onLayerMissing?.(listener),
    get layers() {
      return engine.layers;
    },
    layersFor(accountId) {
      gate.require(accountId);
      const { layers } = engine;
      return layers && gateBuilds(layers, () => gate.require(accountId));
    },
    get sandboxes() {
      const { sandboxes } = engine;
      return sandboxes && gateOpenings(sandboxes, requireOwner);
    },
  };
}

function gateOpenings(
  sandboxes: LiveSandboxes,
  requireOwner: (options: Pick<LiveSandboxOptions, 'fairnessKey'>) => void,
): LiveSandboxes {
  return {
    open: async (options, signal) => {
      requireOwner(options);
      return await sandboxes.open(options, signal);
    },
  };
}

/** Checks again when a build begins, because it can have waited for others. */
function gateBuilds(layers: LayerStore, requireAllowed: () => void): LayerStore {
  return {
    imageId: () => layers.imageId(),
    owns: (id) => layers.owns(id),
    list: () => layers.list(),
    remove: (id) => layers.remove(id),
    build: async (order, hooks) => {
      requireAllowed();
      return await layers.build(order, hooks);
    },
  };
}
