import type { Hint } from '../../../src-shared/contracts/hints.ts';
import type { CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import type { Actor } from '../../core/actor.ts';
import { findLanguage } from '../../engine/languages/languages.ts';
import { lastLines } from '../../work/hints/failed-run.ts';
import { hintsOf } from '../../work/hints/hints.ts';
import type { UsableSecret } from '../../work/secret-grants.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';

export interface CellHintDeps {
  usableSecrets: (actor: Actor) => readonly UsableSecret[];
  /** Names of the packages in an account's list for a language. */
  packageNames: (accountId: number, language: string) => readonly string[];
}

interface Ran {
  actor: Actor;
  sandbox: ActiveSandbox;
  language: string;
  code: string;
}

type Ended = Pick<CellResult, 'status' | 'stderr' | 'error'>;

/** Returns the hints of a cell that ended; none for one that succeeded. */
export function hintsOfCell(deps: CellHintDeps, { actor, sandbox, language: id, code }: Ran, ended: Ended): Hint[] {
  const { status } = ended;
  // A time limit of a cell is no limit of its sandbox.
  if (status !== 'failed' && status !== 'out_of_memory') return [];
  const language = findLanguage(id);
  const { network, memoryMb, env, secretNames } = sandbox;
  const got = new Set([...secretNames, ...Object.keys(env)]);
  return hintsOf({
    ...{ ranIn: 'sandbox', status, engine: 'docker', language: id, code },
    languageName: language?.name ?? id,
    packageManager: language?.packageManager ?? null,
    errorLines: lastLines(errorTextOf(ended)),
    // Cells write files of their own, and read none of the request.
    filePaths: [],
    hasInput: true,
    network: typeof network === 'string' ? network : 'rules',
    // The network view of the sandbox names the hosts that were blocked.
    blocked: [],
    packages: sandbox.hasPackages ? deps.packageNames(actor.accountId, id) : undefined,
    otherSecrets: deps.usableSecrets(actor).filter(({ name }) => !got.has(name)),
    memoryMb,
    timeoutMs: 0,
  });
}

function errorTextOf({ stderr, error }: Ended): string {
  return error === undefined ? stderr : `${stderr}\n${error.traceback}\n${error.name}: ${error.message}`;
}
