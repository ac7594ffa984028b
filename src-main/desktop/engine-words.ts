import type { Health } from '../../src-shared/contracts/service.contract.ts';
import type { DaemonState } from '../daemon/daemon-state.ts';

export interface EngineWords {
  tone: 'ready' | 'busy' | 'down';
  /** A line for the tray. */
  words: string;
}

/** How it stands with the sandbox, in a line. */
export function engineWords(state: DaemonState, health: Health | undefined): EngineWords {
  if (state.kind === 'failed') return { tone: 'down', words: 'Strongroom does not run' };
  if (state.kind !== 'running') return { tone: 'busy', words: 'Strongroom is starting' };
  if (health === undefined) return { tone: 'busy', words: 'Waiting for the daemon' };
  const { name, status } = health.engine;
  if (status === 'ready') return { tone: 'ready', words: `Sandbox ready (${name})` };
  if (status === 'building_image') return { tone: 'busy', words: 'The sandbox image is being made' };
  if (status === 'starting') return { tone: 'busy', words: 'The sandbox engine is starting' };
  return { tone: 'down', words: 'No sandbox engine: code cannot run' };
}
