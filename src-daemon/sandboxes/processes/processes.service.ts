import type {
  ProcessRequest,
  ProcessResult,
  ProcessStatus,
} from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import type { Actor } from '../../core/actor.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { resumeGraceMs } from '../../work/live-work.ts';
import type { OwnSandboxAccess } from '../access.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { createProcessControl, type ProcessKey, processNotFound } from './process-control.ts';
import { createProcessList, type ProcessList } from './process-list.ts';
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
