import type { ExecuteResponse, ExecutionEvent } from '../../src-shared/contracts/executions.contract.ts';
import type { NetworkEventData } from '../../src-shared/contracts/network/network-events.ts';
import type { AccountMemory, Holding } from '../core/memory/ledger.ts';
import type { SandboxFile } from '../engine/engine.ts';
import type { AppError } from '../errors/app-error.ts';
import { createCurrentWork } from '../work/current-work.ts';
import { createCurrentWorks } from '../work/current-works.ts';
import { createInputQueue } from '../work/input/input-queue.ts';
import type { NetworkRecorder } from '../work/network/network-recorder.ts';
import { inputEnded, runFinished } from './input-errors.ts';

export interface Outcome {
  answer: ExecuteResponse;
  /** Result files with their whole content. */
  files: SandboxFile[];
}

/** Outcome of a run, and whether the history stores its output and files. */
interface RecordedOutcome extends Outcome {
  isKept: boolean;
}

export type CurrentRun = ReturnType<typeof createCurrentRun>;

interface RunParts {
  id: string;
  accountId: number;
  credentialId: string;
  memory: AccountMemory;
  /** True if clients can send input while the program runs. */
  opensStdin?: boolean | undefined;
  /** Creates the recorder of a network by rule, which publishes the events of its connections. */
  recordNetwork?:
    | ((publish: (data: NetworkEventData) => void, holding: Holding | undefined) => NetworkRecorder)
    | undefined;
}

const inputErrors = { inputEnded, programEnded: runFinished };
/** Maximum size of the stored network events, in characters: about 2,000 of them. Other events are bounded by the engine. */
const networkEventsSize = 250_000;
/** Maximum size of the stored lines of the installer, in characters. */
const installLogSize = 64 * 1024;

/** Creates a run in memory: its events, which clients follow, and its outcome. */
export function createCurrentRun({ recordNetwork, opensStdin, ...identity }: RunParts) {
  const work = createCurrentWork<ExecutionEvent>({
    ...identity,
    limits: { network: networkEventsSize, install_log: installLogSize },
  });
  const network = recordNetwork?.((data) => work.append({ event: 'network', data }), work.holding);
  const input = opensStdin ? createInputQueue({ ...inputErrors, memory: identity.memory }) : undefined;
  void work.ended.then(() => input?.end());
  let isRunning = false;
  let outcome: RecordedOutcome | undefined;
  let failure: AppError | undefined;

  return {
    ...work,
    fail(error: AppError): void {
      failure = error;
      work.fail(error);
    },
    /** The error that ended the run; undefined before its end, and for a run with a response. */
    failure: (): AppError | undefined => failure,
    /** The network by rule; undefined for a run without rules. */
    network,
    /** The open input; undefined for a run whose request has all of its input. */
    input,
    status: (): 'queued' | 'running' | 'ended' => {
      if (work.hasEnded()) return 'ended';
      return isRunning ? 'running' : 'queued';
    },
    /** Response of the run; undefined before its end and after a failure of the engine. */
    answer: (): ExecuteResponse | undefined => outcome?.answer,
    files: (): readonly SandboxFile[] => outcome?.files ?? [],
    heldBytes: () => sizeOf(outcome?.files ?? []) + work.heldBytes() + (network?.heldBytes() ?? 0),
    isKept: () => outcome?.isKept ?? false,
    markRunning(): void {
      isRunning = true;
    },
    finish(result: RecordedOutcome): void {
      outcome = result;
      work.holding?.grow(sizeOf(result.files));
    },
  };
}

function sizeOf(files: readonly SandboxFile[]): number {
  return files.reduce((sum, { content }) => sum + content.length, 0);
}

export type CurrentRuns = ReturnType<typeof createCurrentRuns>;

/** The runs that are in memory: those in progress, and those that ended less than a minute ago. */
export const createCurrentRuns = () => createCurrentWorks<CurrentRun>();
