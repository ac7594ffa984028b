import type { Health } from '../../src-shared/contracts/service.contract.ts';
import type { DaemonState } from '../daemon/daemon-state.ts';

export interface EngineLabel {
  tone: 'ready' | 'busy' | 'down';
  /** A line for the tray. */
  label: string;
}

/** How it stands with the sandbox, in a line. */
export function describeEngine(state: DaemonState, health: Health | undefined): EngineLabel {
  if (state.kind === 'failed') return { tone: 'down', label: 'Strongroom does not run' };
  if (state.kind !== 'running') return { tone: 'busy', label: 'Strongroom is starting' };
  if (health === undefined) return { tone: 'busy', label: 'Waiting for the daemon' };
  const { name, status } = health.engine;
  if (status === 'ready') return { tone: 'ready', label: `Sandbox ready (${name})` };
  if (status === 'building_image') return { tone: 'busy', label: 'The sandbox image is being made' };
  if (status === 'starting') return { tone: 'busy', label: 'The sandbox engine is starting' };
  return { tone: 'down', label: 'No sandbox engine: code cannot run' };
}
