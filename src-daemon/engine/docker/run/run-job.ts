import { setImmediate } from 'node:timers/promises';
import type { Disposals } from '../../disposals.ts';
import type { SandboxFile } from '../../engine.ts';
import type { EngineLog } from '../../engine-log.ts';
import { programOf } from '../../protocol/program-of.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { type BootedSandbox, bootSandbox } from '../sandbox/boot-sandbox.ts';
import { converse, type Ending } from './converse.ts';
import type { RunTask } from './run-task.ts';

export interface RunPlace {
  link: EngineLink;
  imageId: string;
  instanceId: string;
  log: EngineLog;
  /** Every container from its start to its removal, so that a stop can wait for the last. */
  disposals: Disposals;
  /** Where its sandbox comes from; made for it unless this is given. */
  obtain?: (task: RunTask) => Promise<BootedSandbox>;
}

/** What came of one job in one container. */
export interface RunRecord {
  ending: Ending;
  oom: boolean;
  files: SandboxFile[];
  /** Whether this job kept both ends of its output; a compiler's keeps the beginning. */
  keepsEnds: boolean;
  /** As far as it is known. */
  outputBytes: { stdout: number; stderr: number };
  /** By performance.now(); undefined when the program never started. */
  startedAt: number | undefined;
  endedAt: number;
}

/** Runs one job in a container that nothing else ever uses. */
export async function runJob(place: RunPlace, task: RunTask): Promise<RunRecord> {
  const record = await runOnce(place, task);
  // It died waiting, and nothing of the job was begun in it.
  if (record.ending.kind === 'died' && record.startedAt === undefined) return runOnce(place, task);
  return record;
}

async function runOnce(place: RunPlace, task: RunTask): Promise<RunRecord> {
  const sandbox = await (place.obtain?.(task) ?? bootFor(place, task));
  try {
    return await runIn(sandbox, place, task);
  } finally {
    // The answer goes out first: the end of its container would take the processors from it.
    void place.disposals.add(setImmediate().then(sandbox.dispose));
  }
}

async function runIn(sandbox: BootedSandbox, place: RunPlace, task: RunTask): Promise<RunRecord> {
  const record: Omit<RunRecord, 'ending' | 'oom' | 'endedAt'> = {
    files: [],
    keepsEnds: task.job.tailBytes !== undefined,
    outputBytes: { stdout: 0, stderr: 0 },
    startedAt: undefined,
  };
  const ending = await converse({ link: place.link, sandbox }, programOf(task), {
    onStarted: () => {
      record.startedAt = performance.now();
    },
    onOutput: (stream, chunk) => {
      record.outputBytes[stream] += chunk.length;
      task.hooks.onOutput(stream, chunk);
    },
    onTail: (stream, at, chunk) => {
      record.outputBytes[stream] = at + chunk.length;
      task.hooks.onTail?.(stream, at, chunk);
    },
    onFile: (file) => record.files.push(file),
    signal: task.hooks.signal,
  });
  const oom = sandbox.fate.oom || (ending.kind === 'status' && ending.status.oom);
  return { ...record, ending, oom, endedAt: performance.now() };
}

function bootFor(place: RunPlace, { job, networkMode }: RunTask): Promise<BootedSandbox> {
  const { link, imageId, instanceId } = place;
  const { memoryMb, id: executionId } = job;
  const { runtime } = link.facts;
  return bootSandbox(place, { imageId, instanceId, executionId, memoryMb, runtime, networkMode });
}
