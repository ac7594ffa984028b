import type { ExecuteResponse } from '../../src-shared/contracts/executions.contract.ts';
import type { Hint } from '../../src-shared/contracts/hints.ts';
import { withTextOutput } from '../../src-shared/formats/text-output.ts';
import type { Actor } from '../core/actor.ts';
import { findLanguage } from '../engine/languages/languages.ts';
import { lastLines } from '../work/hints/failed-run.ts';
import { hintsOf } from '../work/hints/hints.ts';
import type { UsableSecret } from '../work/secret-grants.ts';
import type { LiveRun } from './live-run.ts';
import type { PlannedRun } from './plan-run.ts';

export interface HintDeps {
  usableSecrets: (actor: Actor) => readonly UsableSecret[];
  /** Names of the packages in an account's list for a language. */
  packageNames: (accountId: number, language: string) => readonly string[];
}

interface EndedRun {
  planned: PlannedRun;
  network: LiveRun['network'];
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
  const language = findLanguage(job.language);
  const report = await network?.report();
  const got = new Set([...secretNames, ...Object.keys(job.env)]);
  return hintsOf({
    ranIn: 'run',
    ...{ status, engine, language: job.language, code: job.code },
    languageName: language?.name ?? job.language,
    packageManager: language?.packageManager ?? null,
    errorLines: lastLines(withTextOutput(answer).stderr),
    filePaths: job.files.map(({ path }) => path),
    hasInput: job.stdin.length > 0 || job.opensStdin === true,
    network: typeof job.network === 'string' ? job.network : 'rules',
    blocked: (report?.totals ?? []).filter(({ blocked }) => blocked > 0),
    packages: namesOf(deps, actor, planned),
    otherSecrets: deps.usableSecrets(actor).filter(({ name }) => !got.has(name)),
    ...{ memoryMb: job.memoryMb, timeoutMs: job.timeoutMs },
  });
}

/** Returns the names of the list and of the program's own packages; undefined if the request is to have none. */
function namesOf(
  { packageNames }: HintDeps,
  { accountId }: Actor,
  { job, wantsPackages, packages }: PlannedRun,
): readonly string[] | undefined {
  if (wantsPackages) return [...packageNames(accountId, job.language), ...packages.ownNames];
  return packages.ownNames.length > 0 ? packages.ownNames : undefined;
}
