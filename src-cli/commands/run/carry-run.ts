import { cancelExecution } from '../../../src-shared/contracts/executions.contract.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { ReceivedEvent } from '../../client/event-stream.ts';
import { exitCodeOfProgram, exitCodes } from '../../exit-codes.ts';
import type { Tools } from '../../toolbox.ts';
import { cancelOnSignal } from './cancel-on-signal.ts';
import { type Finished, followRun } from './follow-run.ts';
import { saveFiles } from './save-files.ts';

interface CarriedRun {
  client: ApiClient;
  start: () => AsyncGenerator<ReceivedEvent>;
  /** Folder that receives the output files. */
  saveTo?: string | undefined;
  /** True if the output may contain escape sequences that control the terminal. */
  isRaw: boolean;
  /** True if the caller prints the result with `--json`. */
  isReportedByCaller?: boolean;
}

/**
 * Runs a program, prints its output as it arrives and returns its exit code. Ctrl+C cancels the run and waits until it
 * has ended; a second Ctrl+C does not wait.
 */
export async function runAndReport(
  tools: Tools,
  { client, start, saveTo, isRaw, isReportedByCaller = false }: CarriedRun,
): Promise<Finished> {
  const { reporter } = tools;
  const cancellation = cancelOnSignal((id) => client.call(cancelExecution, { params: { id } }));
  try {
    const finished = await followRun({
      client,
      start,
      onStarted: cancellation.workIs,
      onOutput: async (stream, text) => {
        if (reporter.isJson || cancellation.exitCode() !== undefined) return;
        await reporter.program(stream, text, { isRaw });
      },
    });
    await reporter.programEnded();
    if (saveTo !== undefined) await saveFiles(client, finished, saveTo);
    if (reporter.isJson) {
      if (!isReportedByCaller) await reporter.result(finished, '');
    } else if (cancellation.exitCode() !== exitCodes.brokenPipe) explain(tools, finished);
    process.exitCode = cancellation.exitCode() ?? exitCodeOfProgram(finished);
    return finished;
  } finally {
    cancellation.stop();
  }
}

function explain({ reporter }: Tools, finished: Finished): void {
  const { status, durationMs, notices = [] } = finished;
  const messages = {
    timed_out: `strongroom: stopped after ${Math.round(durationMs)} ms, the time limit (--timeout, or --compile-timeout for a compile step)`,
    out_of_memory: 'strongroom: stopped at the memory limit (--memory)',
    cancelled: 'strongroom: cancelled',
  };
  for (const notice of notices) reporter.say(`strongroom: ${notice}`);
  for (const stream of ['stdout', 'stderr'] as const) {
    const gap = finished[`${stream}Gap`];
    if (gap !== undefined)
      reporter.say(`strongroom: ${gap.bytes.toLocaleString('en-US')} bytes in the middle of ${stream} were dropped`);
    else if (finished[`${stream}Truncated`])
      reporter.say(`strongroom: ${stream} was truncated at 1 MiB (--output-keep ends keeps the end as well)`);
  }
  if (status in messages) reporter.say(messages[status as keyof typeof messages]);
}
