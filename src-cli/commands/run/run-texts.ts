import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';

/** Returns what started a run: `cli`, `interface`, `api (key name)`, `agent (its name)`. */
export function makerOf({ startedBy, source }: Pick<Execution, 'startedBy' | 'source'>): string {
  if (startedBy === undefined) return source;
  const { client, name } = startedBy;
  return name === undefined || client === 'cli' || client === 'interface' ? client : `${client} (${name})`;
}

/** Returns the duration of a run in the units that people read: `85 ms`, `2.4 s`, `200 s`. */
export function durationOf({ durationMs }: Pick<Execution, 'durationMs'>): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${Number((durationMs / 1000).toFixed(1))} s`;
}
