import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import { doInSlices, type SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import type { Actor } from '../../core/actor.ts';
import { toExecution } from '../execution-view.ts';
import { listExecutions } from '../executions.store.ts';
import { type FindDeps, findRuns } from './find-runs.ts';
import type { RunFilter } from './match-run.ts';

const defaultPageSize = 50;

export interface ListDeps extends FindDeps {
  /** Returns the id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
}

/** Page and filter of a list, as the API takes them. The times are ISO 8601. */
export interface ListQuery extends Omit<RunFilter, 'from' | 'to'> {
  limit?: number | undefined;
  before?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns one page of the runs that a credential may read, newest first; `nextBefore` is null on the last page. A page of a
 * search can have fewer runs than `limit`.
 */
export function listPage(deps: ListDeps, actor: Actor, query: ListQuery) {
  return doInSlices(readPage(deps, actor, query));
}

function* readPage(deps: ListDeps, actor: Actor, query: ListQuery) {
  const { limit = defaultPageSize, before = Number.MAX_SAFE_INTEGER, from, to, language, ...rest } = query;
  const filter: RunFilter = {
    ...rest,
    language: language === undefined ? undefined : (deps.findLanguageId(language) ?? language),
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  };
  const { seqs, nextBefore } = yield* findRuns(deps, actor, { filter, before, limit });
  return { executions: yield* openRuns(deps, actor, seqs), nextBefore };
}

function* openRuns(deps: ListDeps, actor: Actor, seqs: readonly number[]): SlicedWork<Execution[]> {
  const executions: Execution[] = [];
  for (const row of listExecutions(deps.database.read, seqs)) {
    executions.push(toExecution({ ...deps, actor, row }));
    yield;
  }
  return executions;
}
