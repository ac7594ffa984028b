import { doInSlices, type SlicedWork } from '../../core/sliced-work.ts';
import type { OutputStream } from '../../engine/engine.ts';

/** Number of bytes that are masked between two pauses. */
const pieceBytes = 4096;

interface PumpOptions {
  /** Masking starts when this resolves. */
  isReady: Promise<unknown>;
  /** Returns the text that these bytes complete. */
  mask: (stream: OutputStream, piece: Uint8Array) => string;
  append: (stream: OutputStream, text: string) => void;
}

export interface OutputPump {
  push(stream: OutputStream, chunk: Uint8Array): void;
  /** Resolves when all pushed output was masked and appended. @throws errors of `mask` and `append` */
  drained(): Promise<void>;
  /** Drops the output that was not appended yet. */
  stop(): void;
}

/**
 * Masks and appends a run's output in order and in slices, because a program can print faster than output is masked. The
 * queue is bounded, because the engine limits the output of a run.
 */
export function createOutputPump({ isReady, mask, append }: PumpOptions): OutputPump {
  let waiting: { stream: OutputStream; chunk: Uint8Array }[] = [];
  let running = Promise.resolve();
  let isRunning = false;
  let isStopped = false;
  // A run can fail before any output awaits this promise.
  isReady.catch(() => {});

  function* passOn(): SlicedWork<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { stream, chunk } = next;
      const texts: string[] = [];
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        texts.push(mask(stream, chunk.subarray(at, at + pieceBytes)));
        yield;
      }
      if (!isStopped) append(stream, texts.join(''));
    }
    isRunning = false;
  }

  return {
    push(stream, chunk) {
      if (isStopped) return;
      waiting.push({ stream, chunk });
      if (isRunning) return;
      isRunning = true;
      running = running.then(() => isReady).then(() => doInSlices(passOn()));
      running.catch(() => {});
    },
    drained: () => running,
    stop() {
      isStopped = true;
      waiting = [];
    },
  };
}
