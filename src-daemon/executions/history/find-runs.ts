import type { SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import type { Actor } from '../../core/actor.ts';
import { mayReadAllWork } from '../../core/rights.ts';
import type { Database } from '../../db/database.ts';
import type { CurrentRuns } from '../current-run.ts';
import { listHeads, type RunHead } from './heads.store.ts';
import { createRunMatcher, type RunFilter } from './match-run.ts';
import { labelOf, type RunMakerDeps } from './run-label.ts';

export interface FindDeps extends RunMakerDeps {
  database: Database;
  currentRuns: CurrentRuns;
}

interface Search {
  filter: RunFilter;
  before: number;
  limit: number;
}

interface FoundRuns {
  /** Numbers of the runs, newest first. */
  seqs: number[];
  /** Where the search continues; null if no further run can match. */
  nextBefore: number | null;
}

/** Maximum number of runs that one request examines. */
const maxExamined = 2000;
const batchSize = 200;

/** Finds the newest runs that a credential may read and that match a filter. */
export function* findRuns(deps: FindDeps, actor: Actor, { filter, limit, ...search }: Search): SlicedWork<FoundRuns> {
  const matches = createRunMatcher(filter);
  const { accountId } = actor;
  const credentialId = mayReadAllWork(actor) ? undefined : actor.credential.id;
  const seqs: number[] = [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const batch = isFiltered ? batchSize : Math.min(batchSize, limit + 1);
  let { before } = search;
  for (let examined = 0; examined < maxExamined; examined += batch) {
    const heads = listHeads(deps.database.read, { accountId, credentialId, before, limit: batch });
    for (const head of heads) {
      if (matches(partsOf(deps, actor, head))) seqs.push(head.seq);
      // One more shows that there is a next page.
      if (seqs.length > limit) return { seqs: seqs.slice(0, limit), nextBefore: seqs[limit - 1] ?? null };
      before = head.seq;
      yield;
    }
    if (heads.length < batch) return { seqs, nextBefore: null };
  }
  return { seqs, nextBefore: before };
}

function partsOf(deps: FindDeps, actor: Actor, head: RunHead) {
  return {
    head,
    status: () => (deps.currentRuns.find(head.accountId, head.id)?.status() === 'running' ? 'running' : head.status),
    names: () => {
      const { name, startedBy } = labelOf({ ...deps, actor, row: { ...head, credentialId: null } });
      return [name, startedBy?.name].filter((one) => one !== undefined);
    },
  } as const;
}
