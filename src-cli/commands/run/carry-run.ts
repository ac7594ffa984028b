import { cancelExecution } from '../../../src-shared/contracts/executions.contract.ts';
import type { RunNetworkReport } from '../../../src-shared/contracts/network/network-report.ts';
import type { Network } from '../../../src-shared/contracts/network/network-rules.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { ReceivedEvent } from '../../client/event-stream.ts';
import { exitCodeOfProgram, exitCodes } from '../../exit-codes.ts';
import type { Tools } from '../../toolbox.ts';
import { withNetwork } from '../network/explain-refusal.ts';
import { watchConnections } from '../network/run-connections.ts';
import { cancelOnSignal } from './cancel-on-signal.ts';
import { type Finished, followRun } from './follow-run.ts';
import type { RunFlags } from './run-options.ts';
import { saveFiles } from './save-files.ts';

interface CarriedRun {
  client: ApiClient;
  start: () => AsyncGenerator<ReceivedEvent>;
  /** The network that the request names. */
  network: Network | undefined;
  /** True if the run can have the rules that are stored with its script. */
  mayHaveStoredRules?: boolean;
  flags: Pick<RunFlags, 'save' | 'raw' | 'verbose'>;
  /** True if the caller prints the result with `--json`. */
  isReportedByCaller?: boolean;
}

/** The result of a run, with its connections if it had network rules. */
export type FinishedRun = Finished & { network?: RunNetworkReport };

/**
 * Runs a program, prints its output as it arrives and returns its exit code. Ctrl+C cancels the run and waits until it
 * has ended; a second Ctrl+C does not wait.
 */
export async function runAndReport(tools: Tools, carried: CarriedRun): Promise<FinishedRun> {
  const { client, start, network, flags, mayHaveStoredRules = false, isReportedByCaller = false } = carried;
  const { reporter } = tools;
  const cancellation = cancelOnSignal((id) => client.call(cancelExecution, { params: { id } }));
  const connections = watchConnections(tools, { client, network, mayHaveStoredRules });
  try {
    const following = {
      client,
      start,
      onStarted: (id: string) => {
        connections.started(id);
        cancellation.workIs(id);
      },
      onOutput: async (stream: 'stdout' | 'stderr', text: string) => {
        if (reporter.isJson || cancellation.exitCode() !== undefined) return;
        await connections.print(() => reporter.program(stream, text, { isRaw: flags.raw ?? false }));
      },
      onNetwork: connections.take,
    };
    const finished = await withNetwork({ client, network }, () => followRun(following).finally(connections.ended));
    await reporter.programEnded();
    if (flags.save !== undefined) await saveFiles(client, finished, flags.save);
    const report = await connections.report();
    const result = { ...finished, ...(report && { network: report }) };
    if (reporter.isJson) {
      if (!isReportedByCaller) await reporter.result(result, '');
    } else if (cancellation.exitCode() !== exitCodes.brokenPipe) {
      explain(tools, finished);
      if (flags.verbose || tools.surroundings.stderr.isTTY)
        explainBlocked(tools, finished.id, connections.blockedLines(report));
    }
    process.exitCode = cancellation.exitCode() ?? exitCodeOfProgram(finished);
    return result;
  } finally {
    cancellation.stop();
  }
}

function explainBlocked({ reporter }: Tools, id: string, lines: readonly string[]): void {
  for (const line of lines) reporter.say(`strongroom: ${line}`);
  if (lines.length > 0) reporter.say(`strongroom: all connections: strongroom runs network ${id}`);
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
