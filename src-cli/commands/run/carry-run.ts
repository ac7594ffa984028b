import { cancelExecution } from '../../../src-shared/contracts/executions.contract.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { ReceivedEvent } from '../../client/event-stream.ts';
import { exitCodeOfSignal, exitCodes } from '../../exit-codes.ts';
import type { Tools } from '../../toolbox.ts';
import { cancelOnSignal } from './cancel-on-signal.ts';
import { type Finished, followRun } from './follow-run.ts';
import { saveFiles } from './save-files.ts';

interface CarriedRun {
  client: ApiClient;
  start: () => AsyncGenerator<ReceivedEvent>;
  /** Where to keep the files that it leaves. */
  saveTo?: string | undefined;
  /** Whether its output may act on the terminal. */
  isRaw: boolean;
  /** Whether the caller tells of its result where that is JSON. */
  isReportedByCaller?: boolean;
}

/**
 * Runs a program as if it ran here: its output as it comes, its exit code. Ctrl+C ends it in the sandbox and waits for
 * that; a second one does not wait.
 */
export async function carryRun(
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
    process.exitCode = cancellation.exitCode() ?? exitCodeOf(finished);
    return finished;
  } finally {
    cancellation.stop();
  }
}

function explain({ reporter }: Tools, finished: Finished): void {
  const { status, durationMs, notices = [] } = finished;
  const messages = {
    timed_out: `strongroom: stopped after ${Math.round(durationMs)} ms, the time limit (--timeout; of a compile step --compile-timeout)`,
    out_of_memory: 'strongroom: stopped at the memory limit (--memory)',
    cancelled: 'strongroom: cancelled',
  };
  for (const notice of notices) reporter.say(`strongroom: ${notice}`);
  for (const stream of ['stdout', 'stderr'] as const) {
    const gap = finished[`${stream}Gap`];
    if (gap !== undefined)
      reporter.say(`strongroom: ${stream} lacks ${gap.bytes.toLocaleString('en-US')} bytes between its two ends`);
    else if (finished[`${stream}Truncated`])
      reporter.say(`strongroom: ${stream} was cut at 1 MiB (--output-keep ends keeps the end too)`);
  }
  if (status in messages) reporter.say(messages[status as keyof typeof messages]);
}

function exitCodeOf({ status, exitCode, signal }: Finished): number {
  if (status === 'timed_out') return exitCodes.timedOut;
  if (status === 'cancelled') return exitCodes.cancelled;
  if (status === 'out_of_memory') return exitCodes.outOfMemory;
  if (exitCode !== null) return exitCode;
  return signal === null ? exitCodes.failure : exitCodeOfSignal(signal);
}
