import type { ExecuteResponse } from '../../src-shared/contracts/executions.contract.ts';
import type { Hint } from '../../src-shared/contracts/hints.ts';
import { withTextOutput } from '../../src-shared/formats/text-output.ts';
import type { Actor } from '../core/actor.ts';
import { factsOf, type HintDeps, lastLines } from '../work/hints/failed-run.ts';
import { hintsOf } from '../work/hints/hints.ts';
import type { CurrentRun } from './current-run.ts';
import type { PlannedRun } from './plan-run.ts';

interface EndedRun {
  planned: PlannedRun;
  network: CurrentRun['network'];
  answer: ExecuteResponse;
}

/** Returns the hints of a run that ended; none for one that succeeded or was cancelled. */
export async function hintsOfRun(
  deps: HintDeps,
  actor: Actor,
  { planned, network, answer }: EndedRun,
): Promise<Hint[]> {
  const { status, engine } = answer;
  if (status === 'succeeded' || status === 'cancelled') return [];
  const { job, secretNames } = planned;
  const report = await network?.report();
  return hintsOf({
    ranIn: 'run',
    ...{ status, engine, code: job.code },
    ...factsOf(deps, { actor, language: job.language, secretNames, env: job.env }),
    errorLines: lastLines(withTextOutput(answer).stderr),
    filePaths: job.files.map(({ path }) => path),
    hasInput: job.stdin.length > 0 || job.opensStdin === true,
    network: typeof job.network === 'string' ? job.network : 'rules',
    blocked: (report?.totals ?? []).filter(({ blocked }) => blocked > 0),
    packages: namesOf(deps, actor, planned),
    ...{ memoryMb: job.memoryMb, timeoutMs: job.timeoutMs },
  });
}

/** Returns the names of the list and of the program's own packages; undefined if the request is to have none. */
function namesOf(
  { packageNames }: HintDeps,
  { accountId }: Actor,
  { job, allowsPackages, packages }: PlannedRun,
): readonly string[] | undefined {
  if (allowsPackages) return [...packageNames(accountId, job.language), ...packages.ownNames];
  return packages.ownNames.length > 0 ? packages.ownNames : undefined;
}
