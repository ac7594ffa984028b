import type { Readable } from 'node:stream';
import { cancelExecution } from '../../src-shared/contracts/executions.contract.ts';
import type { RunNetworkReport } from '../../src-shared/contracts/network/network-report.ts';
import type { Network } from '../../src-shared/contracts/network/network-rules.ts';
import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { ReceivedEvent } from '../client/event-stream.ts';
import { exitCodeOfProgram, exitCodes } from '../exit-codes.ts';
import { withNetwork } from '../network/explain-refusal.ts';
import { watchConnections } from '../network/run-connections.ts';
import type { RunFlags } from '../options/run-options.ts';
import { cancelOnSignal } from '../signals/cancel-on-signal.ts';
import type { Tools } from '../toolbox.ts';
import { type Finished, followRun, type InstallEvent } from './follow-run.ts';
import { hintLines } from './hint-lines.ts';
import { requireResultFolder, saveFiles } from './save-files.ts';
import { sayInstall, sayPackages } from './say-install.ts';

const patienceMs = 2000;

interface CarriedRun {
  client: ApiClient;
  start: () => AsyncGenerator<ReceivedEvent>;
  /** The open input of the program, which is sent while it runs. */
  input?: Readable | undefined;
  /** The network that the request names. */
  network: Network | undefined;
  /** True if the run can have the rules that are stored with its script. */
  mayHaveStoredRules?: boolean;
  flags: Pick<RunFlags, 'out' | 'force' | 'raw' | 'verbose'>;
  /** Cancels the run. */
  abort?: AbortSignal | undefined;
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
  const { client, start, input, network, flags, mayHaveStoredRules = false, isReportedByCaller = false } = carried;
  const { reporter } = tools;
  requireResultFolder(flags.out);
  const cancellation = cancelOnSignal((id) => client.call(cancelExecution, { params: { id } }), carried.abort);
  const connections = watchConnections(tools, { client, network, mayHaveStoredRules });
  const wait = explainWait(tools, client);
  try {
    const following = {
      client,
      start,
      input,
      onStarted: (id: string) => {
        connections.started(id);
        cancellation.workIs(id);
      },
      onOutput: async (stream: 'stdout' | 'stderr', output: string | Uint8Array) => {
        wait.stop();
        if (reporter.isJson || cancellation.exitCode() !== undefined) return;
        await connections.print(() => reporter.program(stream, output, { isRaw: flags.raw ?? false }));
      },
      onNetwork: connections.take,
      onInstall: (event: InstallEvent) => {
        wait.stop();
        sayInstall(tools, event, flags);
      },
    };
    const finished = await withNetwork({ client, network }, () => followRun(following).finally(connections.ended));
    await reporter.programEnded();
    const unsaved = await saveResults(tools, { client, finished, flags });
    const report = await connections.report();
    const result = { ...finished, ...(report && { network: report }) };
    if (reporter.isJson) {
      if (!isReportedByCaller) await reporter.result(result, '');
    } else if (cancellation.exitCode() !== exitCodes.brokenPipe) {
      explain(tools, finished);
      if (flags.verbose) sayPackages(tools, finished.packages);
      if (flags.verbose || tools.surroundings.stderr.isTTY)
        explainFailure(tools, finished, connections.blockedLines(report));
    }
    const refused = unsaved === undefined ? 0 : reporter.failure(unsaved);
    process.exitCode = cancellation.exitCode() ?? (exitCodeOfProgram(finished) || refused);
    return result;
  } finally {
    wait.stop();
    cancellation.stop();
  }
}

type Results = Pick<CarriedRun, 'client' | 'flags'> & { finished: Finished };

/** Saves the files of a run also if its program failed. Returns the error if some were not saved. */
async function saveResults({ reporter, surroundings }: Tools, { client, finished, flags }: Results) {
  const { out: folder, force: isForced = false } = flags;
  if (folder === undefined) return undefined;
  const { count, error } = await saveFiles(client, finished, { folder, isForced });
  if (surroundings.stderr.isTTY && !reporter.isJson)
    reporter.say(`strongroom: ${count} ${count === 1 ? 'file' : 'files'} in ${folder}`);
  return error;
}

/** Prints what would help a failed run: its blocked connections and its hints, each host once. */
function explainFailure({ reporter }: Tools, { id, hints = [] }: Finished, blocked: readonly string[]): void {
  const shown = blocked.length > 0 ? hints.filter(({ code }) => code !== 'host_blocked') : hints;
  for (const line of [...blocked, ...hintLines(shown)]) reporter.say(`strongroom: ${line}`);
  if (blocked.length > 0) reporter.say(`strongroom: all connections: strongroom runs network ${id}`);
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

/** Says once what a run waits for, if it has no output after 2 s and the engine is not ready. Call `stop` at its first output. */
function explainWait({ reporter }: Tools, client: ApiClient): { stop(): void } {
  if (reporter.isJson) return { stop: () => {} };
  let isOver = false;
  const explain = async () => {
    const { engine } = await client.call(readHealth, {});
    if (isOver || engine.status !== 'starting') return;
    reporter.say(`strongroom: waiting for the sandbox engine. ${engine.reason ?? ''}`.trim());
  };
  const timer = setTimeout(() => void explain().catch(() => {}), patienceMs);
  return {
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
