import type { z } from 'zod';
import type {
  ProcessRequest,
  ProcessResult,
  ProcessStatus,
  signalProcess,
  signals,
  writeProcessInput,
} from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { base64Bytes } from '../../../src-shared/formats/base64.ts';
import type { Actor } from '../../core/actor.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { AppError } from '../../errors/app-error.ts';
import { resumeGraceMs } from '../../work/current-work.ts';
import type { OwnSandboxAccess } from '../access.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { sandboxEnded } from '../life/sandbox-errors.ts';
import { createProcessList, type ProcessList } from './process-list.ts';
import { processEnded, type SandboxProcess } from './sandbox-process.ts';
import { type StartProcessDeps, startProcess } from './start-process.ts';

interface ProcessesDeps extends StartProcessDeps {
  access: OwnSandboxAccess;
}

export type ProcessesService = ReturnType<typeof createProcessesService>;

/** The processes that this API starts in sandboxes. */
export function createProcessesService(deps: ProcessesDeps) {
  const { access } = deps;
  const lists = new WeakMap<ActiveSandbox, ProcessList>();

  return {
    /** Runs a process and resolves when it has ended. It is killed when `signal` aborts. */
    async runProcess(actor: Actor, id: string, { request, signal }: RunRequest): Promise<ProcessResult> {
      const { process, list } = await start(actor, id, { ...request, background: false });
      process.attach(signal, 0);
      try {
        return await process.result();
      } finally {
        list.forgetEvents(process);
      }
    },

    /** Runs a process and streams its events. It is killed a minute after the last client has left. */
    async streamProcess(
      actor: Actor,
      id: string,
      { request, signal }: RunRequest,
    ): Promise<AsyncIterable<StreamEvent>> {
      const { process } = await start(actor, id, { ...request, background: false });
      process.attach(signal, resumeGraceMs);
      return process.follow(0);
    },

    /** Starts a process that runs until it exits. */
    async startProcess(actor: Actor, id: string, request: ProcessRequest): Promise<{ pid: number }> {
      const { process } = await start(actor, id, { ...request, background: true });
      return { pid: process.pid() };
    },

    /** Without output. */
    listProcesses(actor: Actor, id: string): ProcessStatus[] {
      return listOf(inspect(actor, id))
        .list()
        .map((status) => ({ ...status, stdout: '', stderr: '' }));
    },

    readProcess(actor: Actor, { id, pid }: ProcessKey): ProcessStatus {
      const status = listOf(inspect(actor, id)).status(pid);
      if (status === undefined) throw processNotFound();
      return status;
    },

    /** Streams the events after `lastEventId`. */
    followProcess(actor: Actor, key: ProcessKey, { lastEventId, signal }: Following): AsyncIterable<StreamEvent> {
      const list = listOf(inspect(actor, key.id));
      const running = list.findRunning(key.pid);
      if (running !== undefined) {
        if (!running.isBackground) running.attach(signal, resumeGraceMs);
        return running.follow(lastEventId);
      }
      const ended = list.followEnded(actor.accountId, key.pid, lastEventId);
      if (ended === undefined) throw processNotFound();
      return ended;
    },

    ...createProcessControl(access, listOf),
  };

  async function start(actor: Actor, id: string, request: ProcessRequest) {
    const entered = access.enter(actor, id);
    try {
      const list = listOf(entered.sandbox);
      const process = await startProcess(deps, actor, { entered, request });
      list.add(process);
      return { process, list };
    } catch (error) {
      entered.leave();
      throw entered.asApiError(error);
    }
  }

  /** Reading does not count as use. */
  function inspect(actor: Actor, id: string): ActiveSandbox {
    return access.enter(actor, id, { countsAsUse: false }).sandbox;
  }

  function listOf(sandbox: ActiveSandbox): ProcessList {
    const list = lists.get(sandbox) ?? createProcessList(sandbox);
    lists.set(sandbox, list);
    return list;
  }
}

interface RunRequest {
  request: ProcessRequest;
  signal: AbortSignal;
}

interface Following {
  lastEventId: number;
  signal: AbortSignal;
}

/** A process of a sandbox. */
interface ProcessKey {
  id: string;
  pid: number;
}

type InputRequest = z.infer<typeof writeProcessInput.body>;

const defaultWaitMs = 30_000;

/** Input, signals and the wait for the end of a process. */
function createProcessControl(access: OwnSandboxAccess, listOf: (sandbox: ActiveSandbox) => ProcessList) {
  return {
    /** Resolves when the sandbox has taken the input. What it has not taken is dropped when `signal` aborts. */
    writeProcess: (actor: Actor, key: ProcessKey, { input, signal }: Writing): Promise<void> =>
      access.use(actor, key.id, ({ sandbox }) =>
        requireRunning(sandbox, key.pid).input.write(bytesOf(input), { isLast: input.end === true, signal }),
      ),

    signalProcess: (actor: Actor, key: ProcessKey, { signal }: z.infer<typeof signalProcess.body>): Promise<void> =>
      access.use(actor, key.id, async ({ sandbox }) =>
        requireRunning(sandbox, key.pid).live()?.signal(signalNumbers[signal]),
      ),

    /** Resolves when the process has ended, or after `timeoutMs`. */
    waitForProcess: (
      actor: Actor,
      key: ProcessKey,
      { timeoutMs = defaultWaitMs, signal }: Waiting,
    ): Promise<ProcessStatus> =>
      access.use(actor, key.id, async ({ sandbox }) => {
        const list = listOf(sandbox);
        const running = list.findRunning(key.pid);
        if (running !== undefined) await waitAtMost(running, timeoutMs, signal);
        // A process that ended with its sandbox has no result.
        const endReason = sandbox.endReason();
        if (endReason !== undefined) throw sandboxEnded(endReason);
        const status = running?.status() ?? list.status(key.pid);
        if (status === undefined) throw processNotFound();
        return status;
      }),
  };

  function requireRunning(sandbox: ActiveSandbox, pid: number): SandboxProcess {
    const list = listOf(sandbox);
    const running = list.findRunning(pid);
    if (running !== undefined) return running;
    throw list.status(pid) === undefined ? processNotFound() : processEnded();
  }
}

interface Writing {
  input: InputRequest;
  signal: AbortSignal;
}

interface Waiting {
  timeoutMs?: number | undefined;
  signal: AbortSignal;
}

function bytesOf({ text, base64 }: InputRequest): Uint8Array {
  return base64 === undefined ? Buffer.from(text ?? '', 'utf8') : base64Bytes(base64);
}

/** Resolves when the process has ended, the time has passed, or the client has left. */
export async function waitAtMost(
  process: Pick<SandboxProcess, 'onEnded'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, timeoutMs);
  const stopListening = process.onEnded(over.resolve);
  signal.addEventListener('abort', () => over.resolve(), { once: true });
  await over.promise;
  stopListening();
  clearTimeout(timer);
}

/** Returns the error for a pid that is not in the list of the sandbox. */
function processNotFound(): AppError {
  return new AppError(
    'process_not_found',
    'No process with this pid was started in the sandbox from outside, or it ended long ago. List the processes.',
  );
}

/** Numbers of signals in the sandbox: Linux on x86-64 and arm64. The daemon's own system can have others. */
const signalNumbers: Readonly<Record<(typeof signals)[number], number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGCONT: 18,
  SIGSTOP: 19,
  SIGTSTP: 20,
  SIGWINCH: 28,
};
