import type { FrameChannel } from '../../wire/frame-channel.ts';
import { type Frame, readFrame } from '../../wire/frames.ts';
import { createMux } from '../../wire/mux.ts';
import { firstRelayChannel, wireFrame } from '../../wire/wire.ts';
import { engineLost } from '../engine-errors.ts';
import { createHeapWatch } from '../heap-watch.ts';
import type { Ending, Run, RunRecord } from '../run.ts';
import { createRunInput } from './input-feed.ts';
import { encodeJob } from './job-frame.ts';
import { programOf } from './sandbox-program.ts';

/** A sandbox whose init is ready for its job. */
export interface ReadySandbox {
  channel: FrameChannel;
  monitor: SandboxMonitor;
}

/** The engine's own reports about one sandbox. */
export interface SandboxMonitor {
  /** True if the engine reported that the kernel killed a process of the sandbox because of the memory limit. */
  readonly oom: boolean;
  /** Aborts when the engine is lost. */
  lost: AbortSignal;
  /** Resolves when the last events of a sandbox that has exited were received, or the engine is lost. Never rejects. */
  waitForLastEvents(): Promise<void>;
}

/** Init enforces the time limit. If it fails to, the daemon ends the sandbox this long after the limit. */
const graceMs = 250;
const startLimitMs = 30_000;
const deliveryLimitMs = 30_000;

/**
 * Sends the job of a run to the init of a sandbox and follows the run to its end.
 * @throws AppError `engine_unavailable` if the engine is lost before the end; ProtocolError
 */
export async function converse({ channel, monitor }: ReadySandbox, run: Run): Promise<RunRecord> {
  const program = programOf(run);
  const ending = Promise.withResolvers<Ending>();
  const { record, heap, add } = createRecorder(run);
  const clock = createClock(ending.reject);
  const { signal } = run.hooks;
  const input = createRunInput(channel, program);
  const mux = createMux(channel, { onBroken: ending.reject });
  const relay = run.egress?.connect(channel) ?? mux;

  const onFrame = (frame: Frame) => {
    add(frame);
    if (frame.type === 'started') {
      clock.restart(program.limitMs + graceMs, () => ending.resolve({ kind: 'overdue' }));
      if (input.open !== undefined) run.hooks.onInput?.(input.open);
    } else if (frame.type === 'credit') input.addCredit(frame.bytes);
    else if (frame.type === 'ended') clock.restart(deliveryLimitMs);
    else if (frame.type === 'status') ending.resolve({ kind: 'status', status: frame.status });
    else if (frame.type === 'failed') ending.resolve({ kind: 'failed', stage: frame.stage, error: frame.error });
  };
  const onClose = () => void monitor.waitForLastEvents().then(() => ending.resolve({ kind: 'died' }));
  const onLost = () => ending.reject(engineLost());
  const onAbort = () => ending.resolve({ kind: 'cancelled' });
  channel.listen({
    onFrame: (wire) => {
      if (wire.channel === 0) onFrame(readFrame(wire));
      else (wire.channel >= firstRelayChannel ? relay : mux).receive(wire);
    },
    onError: ending.reject,
    onClose,
  });
  monitor.lost.addEventListener('abort', onLost, { once: true });
  signal.addEventListener('abort', onAbort, { once: true });
  if (monitor.lost.aborted) onLost();
  else if (signal.aborted) onAbort();
  else if (channel.isClosed) onClose();
  else channel.write([...encodeJob(program, channel.nonce), ...input.first()]);

  try {
    const end = await ending.promise;
    const oom = monitor.oom || (end.kind === 'status' && end.status.oom);
    const hasFullHeap = end.kind === 'status' && heap.hasEnded(end.status);
    return { ...record, ending: end, oom, hasFullHeap, endedAt: performance.now() };
  } finally {
    clock.stop();
    input.close();
    channel.drain();
    monitor.lost.removeEventListener('abort', onLost);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Confirms that the status of a run has arrived, so that init exits. */
export function acknowledge(channel: FrameChannel): void {
  if (!channel.isClosed) channel.write(wireFrame('Z', 0));
}

/** Records what a run reports before its end, and passes its output on. */
function createRecorder({ job, hooks }: Run) {
  const record: Omit<RunRecord, 'ending' | 'oom' | 'hasFullHeap' | 'endedAt'> = {
    files: [],
    keepsEnds: job.tailBytes !== undefined,
    outputBytes: { stdout: 0, stderr: 0 },
    startedAt: undefined,
  };
  const heap = createHeapWatch();

  function add(frame: Frame): void {
    if (frame.type === 'started') record.startedAt = performance.now();
    else if (frame.type === 'stdout' || frame.type === 'stderr') {
      record.outputBytes[frame.type] += frame.chunk.length;
      if (frame.type === 'stderr') heap.push(frame.chunk);
      hooks.onOutput(frame.type, frame.chunk);
    } else if (frame.type === 'tail') {
      record.outputBytes[frame.stream] = frame.at + frame.chunk.length;
      if (frame.stream === 'stderr') heap.push(frame.chunk);
      hooks.onTail?.(frame.stream, frame.at, frame.chunk);
    } else if (frame.type === 'file') record.files.push({ path: frame.path, content: frame.content });
  }

  return { record, heap, add };
}

interface Clock {
  restart(limitMs: number, onLate?: () => void): void;
  stop(): void;
}

/** One timer at a time. A limit without an `onLate` of its own means that the engine is lost. */
function createClock(reject: (error: unknown) => void): Clock {
  const late = () => reject(engineLost());
  let timer = setTimeout(late, startLimitMs);
  return {
    restart: (limitMs, onLate = late) => {
      clearTimeout(timer);
      timer = setTimeout(onLate, limitMs);
    },
    stop: () => clearTimeout(timer),
  };
}
