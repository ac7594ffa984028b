import { UnfitEngineError } from './unfit-engine-error.ts';

/** What separates a sandbox from the engine's machine, from weak to strong. */
export type IsolationLevel = 'container' | 'gvisor';

/**
 * Proves at one engine that each sandbox has the isolation that was asked for, by the kernels' boot ids. An engine may
 * list a runtime that it lacks, and ignore the name in a create call.
 */
export interface IsolationProof {
  readonly level: IsolationLevel;
  /** Records the boot id of the engine's machine, or of the daemon's. */
  noteMachine(bootId: string): void;
  /**
   * Admits a sandbox by its hello. Above `container` each must have a kernel of its own.
   * @throws UnfitEngineError where it shares one with the machine or with a sandbox before
   */
  admit(bootId: string): void;
}

/** Memory of a few hundred KiB; a shared kernel is the one of the canaries, which are noted for good. */
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

function notIsolated(what: string): UnfitEngineError {
  return new UnfitEngineError(
    `This daemon must run every sandbox in gVisor, and the engine does not: ${what}. The engine may list runsc without having it: install gVisor there (https://gvisor.dev/docs/user_guide/install), or start without --gvisor.`,
  );
}
