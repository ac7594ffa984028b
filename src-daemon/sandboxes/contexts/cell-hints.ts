import type { Hint } from '../../../src-shared/contracts/hints.ts';
import type { CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import type { Actor } from '../../core/actor.ts';
import { factsOf, type HintDeps, lastLines } from '../../work/hints/failed-run.ts';
import { hintsOf } from '../../work/hints/hints.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';

interface Ran {
  actor: Actor;
  sandbox: ActiveSandbox;
  language: string;
  code: string;
}

/** What the hints of a cell are made from when it has ended. */
export type EndedCell = Pick<CellResult, 'status' | 'stderr' | 'error'>;

/** Returns the hints of a cell that ended; none for one that succeeded. */
export function hintsOfCell(deps: HintDeps, { actor, sandbox, language, code }: Ran, ended: EndedCell): Hint[] {
  const { status } = ended;
  // A time limit of a cell is no limit of its sandbox.
  if (status !== 'failed' && status !== 'out_of_memory') return [];
  const { network, memoryMb, env, secretNames } = sandbox;
  return hintsOf({
    ...{ ranIn: 'sandbox', status, engine: 'docker', code },
    ...factsOf(deps, { actor, language, secretNames, env }),
    errorLines: lastLines(errorTextOf(ended)),
    // Cells write files of their own, and read none of the request.
    filePaths: [],
    hasInput: true,
    network: typeof network === 'string' ? network : 'rules',
    // The network view of the sandbox names the hosts that were blocked.
    blocked: [],
    packages: sandbox.hasPackages ? deps.packageNames(actor.accountId, language) : undefined,
    memoryMb,
    timeoutMs: 0,
  });
}

function errorTextOf({ stderr, error }: EndedCell): string {
  return error === undefined ? stderr : `${stderr}\n${error.traceback}\n${error.name}: ${error.message}`;
}
