import { writeExecutionInput } from '../../../../src-shared/contracts/executions/execution-input.contract.ts';
import { ApiError, asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import type { RunOwner } from '../run-owner.ts';
import { type Run, useCurrentRuns } from '../run-store.ts';

/** Returns true if the program can get input now. */
export function takesInput(run: Run | undefined): run is Run & { id: string } {
  return run?.request?.openStdin === true && run.phase === 'running' && run.id !== undefined && !run.inputEnded;
}

/** Returns true if the time limit ended a run whose input was still open: the program may have waited for its end. */
export function waitedForInput({ request, result, inputEnded }: Run): boolean {
  return request?.openStdin === true && result?.status === 'timed_out' && !inputEnded;
}

/**
 * Sends a line to the program and shows it in the output.
 * @throws ApiError if the line was not sent
 */
export async function sendLine(owner: RunOwner, line: string): Promise<void> {
  const run = useCurrentRuns.getState().runs[owner];
  if (!takesInput(run)) throw new ApiError('execution_finished', 'The run no longer takes input.');
  // Shown before it is sent: the program can answer before the daemon does.
  run.log.appendInput(line);
  await send(owner, run, `${line}\n`);
}

/** Ends the input of the program, as Ctrl+D does in a terminal. @throws ApiError */
export async function endInput(owner: RunOwner): Promise<void> {
  const { runs, setInputEnded } = useCurrentRuns.getState();
  const run = runs[owner];
  if (!takesInput(run)) return;
  setInputEnded(owner, true);
  await send(owner, run, undefined).catch((error: unknown) => {
    setInputEnded(owner, false);
    throw error;
  });
}

/** Sends a text, or the end of the input. */
async function send(owner: RunOwner, { id }: { id: string }, text: string | undefined): Promise<void> {
  const bytes = new TextEncoder().encode(text ?? '');
  try {
    await call(writeExecutionInput, { params: { id }, ...(text === undefined && { query: { end: true } }), bytes });
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.code === 'stdin_ended') return useCurrentRuns.getState().setInputEnded(owner, true);
    // The program ended, which its output shows.
    if (error.code !== 'execution_finished') throw error;
  }
}
