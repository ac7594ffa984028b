import { writeExecutionInput } from '../../../../src-shared/contracts/executions/execution-input.contract.ts';
import { ApiError, asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { type Run, useRun } from '../run-store.ts';

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
export async function sendLine(line: string): Promise<void> {
  const { run } = useRun.getState();
  if (!takesInput(run)) throw new ApiError('execution_finished', 'The run no longer takes input.');
  // Shown before it is sent: the program can answer before the daemon does.
  run.log.appendInput(line);
  await send(run, `${line}\n`, false);
}

/** Ends the input of the program, as Ctrl+D does in a terminal. @throws ApiError */
export async function endInput(): Promise<void> {
  const { run } = useRun.getState();
  if (!takesInput(run)) return;
  setEnded(run, true);
  await send(run, '', true).catch((error: unknown) => {
    setEnded(run, false);
    throw error;
  });
}

async function send(run: Run & { id: string }, text: string, end: boolean): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  try {
    await call(writeExecutionInput, { params: { id: run.id }, ...(end && { query: { end } }), bytes });
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.code === 'stdin_ended') return setEnded(run, true);
    // The program ended, which its output shows.
    if (error.code !== 'execution_finished') throw error;
  }
}

function setEnded(run: Run, inputEnded: boolean): void {
  useRun.setState(({ run: latest }) =>
    latest !== undefined && latest.id === run.id ? { run: { ...latest, inputEnded } } : {},
  );
}
