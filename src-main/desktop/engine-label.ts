import type { Health } from '../../src-shared/contracts/service.contract.ts';
import { clusterOf } from '../../src-shared/formats/cluster-sentence.ts';
import type { DaemonState } from '../daemon/daemon-state.ts';

export interface EngineLabel {
  tone: 'ready' | 'busy' | 'down';
  /** One line for the tray. */
  label: string;
}

/** Describes the state of the sandbox engine in one line. */
export function describeEngine(state: DaemonState, health: Health | undefined): EngineLabel {
  if (state.kind === 'failed') return { tone: 'down', label: 'Strongroom is not running' };
  if (state.kind !== 'running') return { tone: 'busy', label: 'Strongroom is starting' };
  if (health === undefined) return { tone: 'busy', label: 'Waiting for the daemon' };
  const { name, status } = health.engine;
  const used = [name, clusterOf(health.engine)].filter((text) => text !== undefined).join(', ');
  if (status === 'ready') return { tone: 'ready', label: `Sandbox ready (${used})` };
  if (status === 'building_image') return { tone: 'busy', label: 'The sandbox image is being built' };
  if (status === 'starting') return { tone: 'busy', label: 'The sandbox engine is starting' };
  return { tone: 'down', label: 'No sandbox engine: code cannot run' };
}
