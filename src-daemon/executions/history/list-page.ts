import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import type { Actor } from '../../core/actor.ts';
import { mayReadAllWork } from '../../core/rights.ts';
import { doInSlices, type SlicedWork } from '../../core/sliced-work.ts';
import type { Database } from '../../db/database.ts';
import { toExecution } from '../execution-view.ts';
import { type ExecutionRow, listExecutions } from '../executions.store.ts';
import type { LiveRuns } from '../live-run.ts';
import type { RunMakerDeps } from './run-label.ts';

const defaultPageSize = 50;

export interface ListDeps extends RunMakerDeps {
  database: Database;
  liveRuns: LiveRuns;
}

export interface ListQuery {
  limit?: number | undefined;
  before?: number | undefined;
}

/** Returns one page of the runs that a credential may read, newest first; `nextBefore` is null on the last page. */
export async function listPage(deps: ListDeps, actor: Actor, query: ListQuery) {
  const { limit = defaultPageSize, before = Number.MAX_SAFE_INTEGER } = query;
  const { accountId } = actor;
  const credentialId = mayReadAllWork(actor) ? undefined : actor.credential.id;
  const rows = listExecutions(deps.database.read, { accountId, credentialId, limit: limit + 1, before });
  const page = rows.slice(0, limit);
  const executions = await doInSlices(openRows(deps, actor, page));
  return { executions, nextBefore: rows.length > limit ? (page.at(-1)?.seq ?? null) : null };
}

function* openRows(deps: ListDeps, actor: Actor, rows: readonly ExecutionRow[]): SlicedWork<Execution[]> {
  const executions: Execution[] = [];
  for (const row of rows) {
    executions.push(toExecution({ ...deps, actor, row }));
    yield;
  }
  return executions;
}
