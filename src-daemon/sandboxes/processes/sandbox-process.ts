import type { Hint } from '../../../src-shared/contracts/hints.ts';
import type {
  ProcessEvent,
  ProcessResult,
  ProcessStatus,
} from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { withTextOutput } from '../../../src-shared/formats/text-output.ts';
import { createHeapWatch } from '../../engine/heap-watch.ts';
import type { LiveProcess, ProcessEnd, ProcessListener } from '../../engine/live-sandbox.ts';
import { AppError, asAppError } from '../../errors/app-error.ts';
import { firstCredit } from '../../wire/wire.ts';
import { createCurrentWork } from '../../work/current-work.ts';
import { createInputQueue } from '../../work/input/input-queue.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import type { Ended } from '../sandbox-hints.ts';
import { createPacedFollowers } from './paced-followers.ts';
import { createProcessOutput } from './process-output.ts';

const { outputBytes, statusTailBytes } = sandboxLimits;
const eventLimits = { stdout: outputBytes, stderr: outputBytes };

/** Memory of a process in progress, in addition to its events: unread output, and the last output. */
export const heldBytes = firstCredit + 2 * statusTailBytes;

interface ProcessOptions {
  id: string;
  sandbox: ActiveSandbox;
  credentialId: string;
  isBackground: boolean;
  /** The output is base64 of the exact bytes, and not text. */
  hasByteOutput: boolean;
  description: string;
  /** Maps an error of the engine's interface to an error of the API. */
  asApiError: (error: unknown) => unknown;
  now: () => number;
  /** Returns what would help a process that failed. */
  hintsOf: (ended: Ended) => Hint[];
}

/** The state of a process so far. */
interface ProcessState {
  live?: LiveProcess;
  /** The reason why this daemon killed it. */
  forcedStatus?: 'timed_out' | 'cancelled';
  result?: ProcessResult;
  failure?: unknown;
}

export type SandboxProcess = ReturnType<typeof createSandboxProcess>;

/** A process of a sandbox: its output as events, its result, and its status. */
export function createSandboxProcess(options: ProcessOptions) {
  const { id, sandbox, credentialId, isBackground, now } = options;
  const { accountId, memory } = sandbox;
  const work = createCurrentWork<ProcessEvent>({ id, accountId, credentialId, memory, limits: eventLimits });
  const state: ProcessState = {};
  const input = createInputQueue({ inputEnded: processEnded, programEnded: processEnded, memory });
  const endListeners = new Set<() => void>();
  const started = Promise.withResolvers<void>();
  const paced = createPacedFollowers();
  const output = createProcessOutput({
    mask: options.hasByteOutput ? sandbox.byteMask() : sandbox.mask,
    isStarted: started.promise,
    held: work.holding,
    append: (stream, data) => {
      work.append({ event: stream, data });
      return isBackground ? undefined : paced.produce(data.text.length);
    },
  });
  const heap = createHeapWatch();
  const startedAt = now();
  work.cancellation.signal.addEventListener('abort', () => kill('cancelled'), { once: true });
  void work.ended.then(() => {
    work.holding?.shrink(heldBytes);
    for (const listener of endListeners) listener();
  });

  return {
    ...work,
    /** Ended processes are in the list of the sandbox with the end of their output. */
    isKept: () => true,
    listener: { onOutput } satisfies ProcessListener,
    input,
    isBackground,
    pid: () => state.live?.pid ?? 0,
    live: () => state.live,
    kill,

    /** Reports that the process runs, and follows it to its end. */
    begin(running: LiveProcess): void {
      state.live = running;
      work.holding?.grow(heldBytes);
      input.begin(running);
      work.append({ event: 'started', data: { pid: running.pid } });
      started.resolve();
      if (state.forcedStatus !== undefined) running.kill();
      running.ended.then(finish).catch(fail).finally(work.end);
    },

    /** Calls `listener` when the process has ended. The returned function removes it. */
    onEnded(listener: () => void): () => void {
      if (work.hasEnded()) listener();
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },

    /** Returns the result. @throws AppError if the sandbox ended before the process */
    async result(): Promise<ProcessResult> {
      await work.ended;
      if (state.result === undefined) throw state.failure;
      return state.result;
    },

    /** Yields the events; a foreground process waits for a slow reader. */
    follow: (lastEventId: number) =>
      isBackground ? work.follow(lastEventId) : paced.pace(work.follow(lastEventId), work),

    status: () => statusOf(state, { ...options, startedAt, tails: output.fields('tail') }),
  };

  function onOutput(stream: 'stdout' | 'stderr', chunk: Uint8Array) {
    if (stream === 'stderr') heap.push(chunk);
    return output.push(stream, chunk);
  }

  function kill(status: 'timed_out' | 'cancelled'): void {
    state.forcedStatus ??= status;
    paced.stop();
    state.live?.kill();
  }

  async function finish(end: ProcessEnd): Promise<void> {
    await output.finish();
    const isOutOfMemory = end.isOutOfMemory || heap.hasEnded(end);
    const result = resultOf(state, { ...end, isOutOfMemory }, output.fields('head'));
    state.result = withHints(result, output.fields('tail'), options);
    work.append({ event: 'finished', data: state.result });
  }

  function fail(error: unknown): void {
    paced.stop();
    state.failure = options.asApiError(error);
    work.fail(asAppError(state.failure));
  }
}

type OutputFields = ReturnType<ReturnType<typeof createProcessOutput>['fields']>;

function resultOf({ live, forcedStatus }: ProcessState, end: ProcessEnd, heads: OutputFields): ProcessResult {
  const { exitCode, signal, isOutOfMemory } = end;
  const killed = forcedStatus ?? (isOutOfMemory ? 'out_of_memory' : 'failed');
  const status = exitCode === 0 ? 'succeeded' : killed;
  return { pid: live?.pid ?? 0, exitCode, signal, durationMs: Math.round(end.durationMs), status, ...heads };
}

/** Adds hints, which are made from the end of the error output. */
function withHints(result: ProcessResult, tails: OutputFields, { hintsOf }: ProcessOptions): ProcessResult {
  if (result.status === 'succeeded') return result;
  const hints = hintsOf({ status: result.status, errorText: withTextOutput(tails).stderr });
  return hints.length === 0 ? result : { ...result, hints };
}

interface StatusFacts extends Pick<ProcessOptions, 'description' | 'isBackground' | 'now'> {
  startedAt: number;
  tails: OutputFields;
}

function statusOf({ live, result }: ProcessState, { startedAt, tails, ...facts }: StatusFacts): ProcessStatus {
  const { exitCode = null, signal = null, status = 'running', hints } = result ?? {};
  const durationMs = result?.durationMs ?? facts.now() - startedAt;
  return {
    ...{ pid: live?.pid ?? 0, status, exitCode, signal, durationMs, description: facts.description },
    ...tails,
    startedAt: new Date(startedAt).toISOString(),
    background: facts.isBackground,
    ...(hints && { hints }),
  };
}

/** Returns the error for a process, or its input, that has ended. */
export function processEnded(): AppError {
  return new AppError(
    'process_ended',
    'The process, or its input, has ended already. Input that it has not read is lost.',
  );
}
