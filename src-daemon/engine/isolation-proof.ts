import { UnfitEngineError } from './unfit-engine-error.ts';

/** The isolation of a sandbox from the engine's machine; the weakest level comes first. */
export type IsolationLevel = 'container' | 'gvisor';

/**
 * Proves by the kernels' boot ids that each sandbox of one engine has the required isolation. An engine may list a
 * runtime that it lacks, and ignore the name of the runtime in a create call.
 */
export interface IsolationProof {
  readonly level: IsolationLevel;
  /** Records the boot id of the engine's machine, or of the daemon's. */
  noteMachine(bootId: string): void;
  /**
   * Checks the boot id of a sandbox's hello. Above `container`, each sandbox must have its own kernel.
   * @throws UnfitEngineError if it shares a kernel with the machine or with an earlier sandbox
   */
  admit(bootId: string): void;
}

/** Limits the memory to a few hundred KiB. The boot ids of the machines are kept without limit. */
const recentCap = 4096;

export function createIsolationProof(level: IsolationLevel): IsolationProof {
  const machines = new Set<string>();
  const recent = new Set<string>();

  return {
    level,
    noteMachine: (bootId) => void machines.add(bootId),
    admit: (bootId) => {
      if (level === 'container') return;
      if (machines.has(bootId)) throw notIsolated("the sandbox runs on the kernel of the engine's machine");
      if (recent.has(bootId)) throw notIsolated('two sandboxes run on the same kernel');
      recent.add(bootId);
      const [oldest] = recent;
      if (recent.size > recentCap && oldest !== undefined) recent.delete(oldest);
    },
  };
}

function notIsolated(reason: string): UnfitEngineError {
  return new UnfitEngineError(
    `This daemon must run every sandbox in gVisor, and the engine does not: ${reason}. The engine may list runsc without having it: install gVisor there (https://gvisor.dev/docs/user_guide/install), or start without --gvisor.`,
  );
}
