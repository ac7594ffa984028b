import type { ProcessResult, ProcessStatus } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { createCurrentWorks } from '../../work/current-works.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** Maximum number of ended processes in the list of one sandbox. */
const endedKept = 64;

interface EndedProcess {
  status: ProcessStatus;
  workId: string;
}

export type ProcessList = ReturnType<typeof createProcessList>;

/** The processes of one sandbox: the running ones, and the last ones that ended. The kernel can use a pid again. */
export function createProcessList({ memory, ended: sandboxEnded }: Pick<ActiveSandbox, 'memory' | 'ended'>) {
  /** Counts the output of the ended processes. */
  const held = memory.open();
  void sandboxEnded.then(held.release);
  const running = new Map<number, SandboxProcess>();
  /** Processes whose events are in memory. */
  const works = createCurrentWorks<SandboxProcess>();
  const ended: EndedProcess[] = [];

  return {
    add(process: SandboxProcess): void {
      const pid = process.pid();
      running.set(pid, process);
      works.add(process);
      void process.ended.then(() => {
        if (running.get(pid) === process) running.delete(pid);
        keep(process);
      });
    },

    /** Removes the events of an ended process from memory. */
    forgetEvents: (process: SandboxProcess): void => works.forget(process.id),

    findRunning: (pid: number): SandboxProcess | undefined => running.get(pid),

    /** Returns the status of a process, running or ended. */
    status: (pid: number): ProcessStatus | undefined => running.get(pid)?.status() ?? findEnded(pid)?.status,

    list: (): ProcessStatus[] => [
      ...[...running.values()].map((process) => process.status()),
      ...ended.map(({ status }) => status).reverse(),
    ],

    /** Returns the events of an ended process; if they are no longer in memory, the last one with the end of its output. */
    followEnded(accountId: number, pid: number, lastEventId: number): AsyncIterable<StreamEvent> | undefined {
      const found = findEnded(pid);
      if (found === undefined) return undefined;
      return works.find(accountId, found.workId)?.follow(lastEventId) ?? lastEvent(found.status, lastEventId);
    },
  };

  /** Adds an ended process, without its output if the account has no room for it. */
  function keep(process: SandboxProcess): void {
    const status = process.status();
    const isAllowed = held.tryGrow(sizeOf(status));
    ended.push({ status: isAllowed ? status : withoutOutput(status), workId: process.id });
    if (ended.length <= endedKept) return;
    const oldest = ended.shift();
    if (oldest !== undefined) held.shrink(sizeOf(oldest.status));
  }

  function findEnded(pid: number): EndedProcess | undefined {
    return ended.findLast(({ status }) => status.pid === pid);
  }
}

function sizeOf({ stdout, stderr }: ProcessStatus): number {
  return stdout.length + stderr.length;
}

function withoutOutput(status: ProcessStatus): ProcessStatus {
  return { ...status, stdout: '', stderr: '', stdoutTruncated: true, stderrTruncated: true };
}

async function* lastEvent(status: ProcessStatus, lastEventId: number): AsyncGenerator<StreamEvent> {
  const { background, startedAt, description, ...result } = status;
  yield { id: lastEventId + 1, event: 'finished', data: result satisfies Omit<ProcessResult, 'status'> };
}
