import type { CeilingEntry } from '../../src-shared/contracts/network/network-rules.ts';
import { updateSettings } from '../../src-shared/contracts/settings.contract.ts';
import { call } from './call.ts';
import { settingsQuery } from './queries.ts';
import { sessionQueries } from './session/session-scope.ts';

/** Adds entries to the hosts that network rules can allow. The current list is read first. @throws ApiError */
export async function allowInCeiling(entries: readonly CeilingEntry[]): Promise<void> {
  const { network } = await sessionQueries().fetchQuery({ ...settingsQuery, staleTime: 0 });
  const known = new Set(network.ceiling.map((entry) => JSON.stringify(entry)));
  const added = entries.filter((entry) => !known.has(JSON.stringify(entry)));
  if (added.length === 0) return;
  const settings = await call(updateSettings, { body: { network: { ceiling: [...network.ceiling, ...added] } } });
  sessionQueries().setQueryData(settingsQuery.queryKey, settings);
}
