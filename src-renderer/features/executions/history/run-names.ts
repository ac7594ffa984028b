import type { RunMaker } from '../../../../src-shared/contracts/executions/history-fields.ts';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';

/** Returns the name that lists show for a run. */
export function nameOfRun({ name, source }: Pick<Execution, 'name' | 'source'>): string {
  if (name !== undefined) return visibleLine(name);
  return source === 'vault' ? '(a vault script)' : '(no code)';
}

/** Labels of the clients that start runs. */
export const clientLabels: Record<RunMaker['client'], string> = {
  interface: 'Interface',
  cli: 'Command line',
  api: 'API',
  agent: 'Agent',
};

/**
 * Returns what started a run: `Interface`, `Command line`, `API: key name`, `Agent: its name`. Runs of earlier versions can
 * have their source only.
 */
export function makerOfRun({ startedBy, source }: Pick<Execution, 'startedBy' | 'source'>): string {
  if (startedBy === undefined) return visibleLine(source);
  const { client, name } = startedBy;
  const isNamed = name !== undefined && (client === 'api' || client === 'agent');
  return isNamed ? `${clientLabels[client]}: ${visibleLine(name)}` : clientLabels[client];
}
