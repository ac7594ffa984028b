import type { Hint } from '../../src-shared/contracts/hints.ts';
import type { Actor } from '../core/actor.ts';
import { findLanguage } from '../engine/languages/languages.ts';
import { type FailedRun, factsOf, type HintDeps, lastLines } from '../work/hints/failed-run.ts';
import { hintsOf } from '../work/hints/hints.ts';
import type { ActiveSandbox } from './life/sandbox.ts';

/** A cell or a process of a sandbox. */
interface Ran {
  actor: Actor;
  sandbox: ActiveSandbox;
  language: string;
  code: string;
  /** Variables in addition to those of the sandbox. */
  env?: Readonly<Record<string, string>> | undefined;
  /** False if an empty input was all that it could read. */
  hasInput: boolean;
  /** The time limit of a process; a time limit of a cell is no limit of its sandbox. */
  timeoutMs?: number | undefined;
}

/** End of a cell or a process, from which its hints are made. */
export interface Ended {
  status: FailedRun['status'] | 'interrupted' | 'context_ended';
  /** Its error output, with the values of secrets masked. */
  errorText: string;
}

/** Returns the hints of a cell or a process that ended; none for one that succeeded. */
export function hintsInSandbox(
  deps: HintDeps,
  { actor, sandbox, language, code, env, hasInput, timeoutMs }: Ran,
  { status, errorText }: Ended,
): Hint[] {
  if (status !== 'failed' && status !== 'out_of_memory' && status !== 'timed_out') return [];
  if (status === 'timed_out' && timeoutMs === undefined) return [];
  const { network, memoryMb, secretNames } = sandbox;
  return hintsOf({
    ...{ ranIn: 'sandbox', status, engine: 'docker', code, hasInput, memoryMb },
    ...factsOf(deps, { actor, language, secretNames, env: { ...sandbox.env, ...env } }),
    errorLines: lastLines(errorText),
    // The programs write files of their own, and read none of the request.
    filePaths: [],
    network: typeof network === 'string' ? network : 'rules',
    // The network view of the sandbox names the hosts that were blocked.
    blocked: [],
    ...packagesOf(deps, { actor, sandbox, language }),
    timeoutMs: timeoutMs ?? 0,
  });
}

/** A sandbox keeps the packages that it was created with, which are those of its own language. */
function packagesOf(
  { packageNames }: HintDeps,
  { actor, sandbox, language }: Pick<Ran, 'actor' | 'sandbox' | 'language'>,
): Pick<FailedRun, 'packages' | 'addedLater' | 'sandboxLanguage'> {
  const own = findLanguage(sandbox.language);
  const hasList = own !== undefined && own.packageManager === findLanguage(language)?.packageManager;
  const names = hasList ? sandbox.packageNames : [];
  const isOff = hasList && !sandbox.hasPackages && names.length === 0;
  return {
    packages: isOff ? undefined : names,
    addedLater: packageNames(actor.accountId, language).filter((name) => !names.includes(name)),
    ...(!hasList && own && { sandboxLanguage: own.name }),
  };
}
