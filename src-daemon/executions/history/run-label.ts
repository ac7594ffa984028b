import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import type { RunClient, RunMaker } from '../../../src-shared/contracts/executions/history-fields.ts';
import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import type { Actor } from '../../core/actor.ts';
import { SealError } from '../../crypto/seal.ts';
import type { Database } from '../../db/database.ts';
import type { RunPurpose } from '../../work/run-purpose.ts';
import { type ExecutionRow, findSmallRequest } from '../executions.store.ts';
import { createSealedHistory } from '../sealed-history.ts';
import { findLabel, type LabelRow } from './labels.store.ts';
import { boundedName, nameOfRequest } from './program-name.ts';
import type { StoredLabel } from './stored-label.ts';

export interface RunLabel extends StoredLabel {
  client: RunClient;
}

export interface RunMakerDeps {
  /** Returns the name of an API key; undefined if it was revoked. */
  findKeyName: (id: string) => string | undefined;
}

interface NewRun {
  request: ExecuteRequest;
  purpose: RunPurpose;
}

/** Returns the label of a run that starts. Nothing of the code of a run whose request is not stored gets into it. */
export function newLabel(deps: RunMakerDeps, actor: Actor, { request, purpose }: NewRun): RunLabel {
  const own = purpose.name === undefined ? undefined : boundedName(purpose.name);
  return { ...makerOf(deps, actor), name: own ?? (purpose.keepsRequest ? nameOfRequest(request) : undefined) };
}

/** Returns the client that starts a run, and the name of its agent or API key. */
function makerOf({ findKeyName }: RunMakerDeps, { client, credential }: Actor): Pick<RunLabel, 'client' | 'by'> {
  if (client.isAgent) return { client: 'agent', by: boundedName(client.source) };
  const kind = client.source === 'interface' || client.source === 'cli' ? client.source : 'api';
  const key = credential.kind === 'apiKey' ? findKeyName(credential.id) : undefined;
  return { client: kind, by: key === undefined ? undefined : boundedName(key) };
}

interface LabelParts extends RunMakerDeps {
  database: Pick<Database, 'read'>;
  actor: Actor;
  row: Pick<ExecutionRow, 'seq' | 'id' | 'accountId' | 'source' | 'credentialId'>;
}

/** Returns the name and the maker of a run as the API shows them. */
export function labelOf(parts: LabelParts): Pick<Execution, 'name' | 'pinned' | 'startedBy'> {
  const { database, row } = parts;
  const stored = findLabel(database.read, row.seq);
  const { name, by } = stored?.label ? openLabel(parts, stored.label) : oldLabelOf(parts, stored);
  const client = stored?.client ?? undefined;
  const startedBy: RunMaker | undefined = client && { client, ...(by !== undefined && { name: by }) };
  const pinned = typeof stored?.pinnedAt === 'number';
  return { ...(name !== undefined && { name }), pinned, ...(startedBy && { startedBy }) };
}

/** A damaged label costs only the name, so that the rest of the history stays readable. */
function openLabel({ actor, row }: LabelParts, sealed: Uint8Array): StoredLabel {
  return orNothing(() => createSealedHistory(actor.accountKey).openLabel(row, sealed));
}

/** Larger requests are not opened to name a run of an earlier version. */
const openedRequestBytes = 32 * 1024;

/** Runs of earlier versions have no sealed names: they are found in the request, the source and the API key. */
function oldLabelOf(parts: LabelParts, stored: LabelRow | undefined): StoredLabel {
  const { database, actor, row, findKeyName } = parts;
  const by = stored?.client === 'agent' ? row.source : row.credentialId && findKeyName(row.credentialId);
  const sealed = findSmallRequest(database.read, row.seq, openedRequestBytes);
  const named = sealed
    ? orNothing(() => ({ name: nameOfRequest(createSealedHistory(actor.accountKey).openRequest(row, sealed)) }))
    : {};
  return { ...named, ...(by && { by: boundedName(by) }) };
}

function orNothing(open: () => StoredLabel): StoredLabel {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealError) return {};
    throw error;
  }
}
