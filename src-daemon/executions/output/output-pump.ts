import { doInSlices, type SlicedWork } from '../../core/sliced-work.ts';
import type { OutputStream } from '../../engine/engine.ts';

/** Bytes that are masked between two pauses. */
const pieceBytes = 4096;

interface PumpOptions {
  /** Nothing is masked before. */
  isReady: Promise<unknown>;
  /** Returns the text that is certain after these bytes. */
  mask: (stream: OutputStream, piece: Uint8Array) => string;
  append: (stream: OutputStream, text: string) => void;
}

export interface OutputPump {
  push(stream: OutputStream, chunk: Uint8Array): void;
  /** Resolves when all that was pushed is told. @throws what the steps throw */
  drained(): Promise<void>;
  /** Drops what was not told yet. */
  stop(): void;
}

/**
 * Masks and tells a run's output in its order, in slices: a program prints faster than that goes. The engine bounds what
 * waits, as it bounds a run's output.
 */
export function createOutputPump({ isReady, mask, append }: PumpOptions): OutputPump {
  let waiting: { stream: OutputStream; chunk: Uint8Array }[] = [];
  let running = Promise.resolve();
  let isRunning = false;
  let isStopped = false;
  // A run may fail before any output asks for it.
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
