import { type ChildStatus, frameTypes } from '../../../resources/embedded/protocol.mjs';
import type { StatusFrame } from '../../wire/frames.ts';
import { type OutputStream, outputCapOf, type RunHooks, type SandboxJob } from '../engine.ts';
import type { Language } from '../languages/languages.ts';
import type { Ending, RunRecord } from '../run.ts';
import type { Child } from './child.ts';
import { createFileCount, readFailure, readFile, readStatus } from './child-frames.ts';
import { encodeJob } from './encode-job.ts';
import { type ChildFrame, ChildProtocolError } from './frame-reader.ts';

/** The child enforces the limit whenever the program calls it. If that fails, the daemon kills it this long after. */
const graceMs = 250;
const bootLimitMs = 30_000;
const deliveryLimitMs = 10_000;

/** Runs a job in a child and kills the child afterwards. */
export async function runInChild(
  child: Child,
  { job, language }: { job: SandboxJob; language: Language },
  hooks: RunHooks,
): Promise<RunRecord> {
  const ended = Promise.withResolvers<Ending>();
  const run: Omit<RunRecord, 'ending' | 'oom' | 'endedAt'> = {
    files: [],
    keepsEnds: job.tailBytes !== undefined,
    hasFullHeap: false,
    outputBytes: { stdout: 0, stderr: 0 },
    startedAt: undefined,
  };
  const overdue = () => ended.resolve({ kind: 'overdue' });
  const clock = createClock(overdue, bootLimitMs);
  const countFile = createFileCount();

  const cap = outputCapOf(job);
  const output = (stream: OutputStream, payload: Buffer) => {
    const at = run.outputBytes[stream];
    run.outputBytes[stream] += payload.length;
    const head = payload.subarray(0, Math.max(cap - at, 0));
    if (head.length > 0) hooks.onOutput(stream, head);
    if (head.length === payload.length) return;
    if (job.tailBytes === undefined) throw new ChildProtocolError('more output than the cap allows');
    hooks.onTail?.(stream, at + head.length, payload.subarray(head.length));
  };
  const onFrame = ({ type, payload }: ChildFrame) => {
    if (type === frameTypes.failed) return ended.resolve({ kind: 'failed', ...readFailure(payload) });
    if (type === frameTypes.started && run.startedAt === undefined) {
      run.startedAt = performance.now();
      clock.restart(job.timeoutMs + graceMs);
      if (job.opensStdin) hooks.onInput?.(child.input);
    } else if (run.startedAt === undefined) throw new ChildProtocolError('a frame before the start');
    else if (type === frameTypes.stdout) output('stdout', payload);
    else if (type === frameTypes.stderr) output('stderr', payload);
    else if (type === frameTypes.ended) clock.restartOnce(deliveryLimitMs);
    else if (type === frameTypes.file) {
      const file = readFile(payload);
      countFile(file);
      run.files.push(file);
    } else if (type === frameTypes.status) ended.resolve({ kind: 'status', status: statusOf(readStatus(payload)) });
  };
  const onAbort = () => ended.resolve({ kind: 'cancelled' });
  hooks.signal.addEventListener('abort', onAbort, { once: true });
  if (hooks.signal.aborted) onAbort();
  child.send(encodeJob(job, language), {
    onFrame,
    onViolation: () => ended.resolve({ kind: 'hostile' }),
    onExit: (signal) => ended.resolve({ kind: 'died', signal }),
  });
  const ending = await ended.promise;
  clock.stop();
  hooks.signal.removeEventListener('abort', onAbort);
  child.kill();
  return { ...run, ending, oom: isOutOfMemory(ending), endedAt: performance.now() };
}

/** Returns true if the kernel's OOM killer or an exhausted heap, which only the program can have filled, ended the child. */
function isOutOfMemory(ending: Ending): boolean {
  if (ending.kind === 'status') return ending.status.oom;
  return ending.kind === 'died' && (ending.signal === 'SIGKILL' || ending.signal === 'SIGABRT');
}

function statusOf({ wallMs, truncated, ...status }: ChildStatus): StatusFrame {
  return {
    ...status,
    ...{ pidsRefused: false, diskFull: false, wallUs: wallMs * 1000, cpuUs: 0 },
    ...{ stdoutTruncated: truncated.stdout, stderrTruncated: truncated.stderr },
  };
}

interface Clock {
  restart(limitMs: number): void;
  /** Works once: a child cannot extend its time again. */
  restartOnce(limitMs: number): void;
  stop(): void;
}

function createClock(onLate: () => void, firstMs: number): Clock {
  let timer = setTimeout(onLate, firstMs);
  let isExtended = false;
  const restart = (limitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(onLate, limitMs);
  };
  return {
    restart,
    restartOnce: (limitMs) => {
      if (!isExtended) restart(limitMs);
      isExtended = true;
    },
    stop: () => clearTimeout(timer),
  };
}
