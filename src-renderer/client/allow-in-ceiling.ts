import type { CeilingEntry } from '../../src-shared/contracts/network/network-rules.ts';
import { updateSettings } from '../../src-shared/contracts/settings.contract.ts';
import { call } from './call.ts';
import { settingsQuery } from './queries.ts';
import { sessionQueries } from './session/session-scope.ts';

/** Adds an entry to the hosts that network rules can allow. The current list is read first. @throws ApiError */
export async function allowInCeiling(entry: CeilingEntry): Promise<void> {
  const { network } = await sessionQueries().fetchQuery({ ...settingsQuery, staleTime: 0 });
  const text = JSON.stringify(entry);
  if (network.ceiling.some((known) => JSON.stringify(known) === text)) return;
  const settings = await call(updateSettings, { body: { network: { ceiling: [...network.ceiling, entry] } } });
  sessionQueries().setQueryData(settingsQuery.queryKey, settings);
}
