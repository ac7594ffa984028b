import { createQuietTimer } from '../../../src-shared-node/masking/stream-borders.ts';
import { doInSlices, type SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import type { OutputStream } from '../../engine/engine.ts';
import type { OutputText } from './output-text.ts';

/** Number of bytes that are masked between two pauses. */
const pieceBytes = 4096;

interface PumpOptions {
  /** Masking starts when this resolves. */
  isReady: Promise<unknown>;
  output: Pick<OutputText, 'push' | 'release' | 'isHolding'>;
  append: (stream: OutputStream, text: string) => void;
}

export interface OutputPump {
  push(stream: OutputStream, chunk: Uint8Array): void;
  /** Resolves when all pushed output was masked and appended. @throws errors of `output` and `append` */
  drained(): Promise<void>;
  /** Drops the output that was not appended yet. */
  stop(): void;
}

/**
 * Masks and appends a run's output in order and in slices, because a program can print faster than output is masked. The
 * queue is bounded, because the engine limits the output of a run. Text without a line end is appended after a fixed time
 * without output.
 */
export function createOutputPump({ isReady, output, append }: PumpOptions): OutputPump {
  let waiting: { stream: OutputStream; chunk: Uint8Array }[] = [];
  let running = Promise.resolve();
  let isRunning = false;
  let isStopped = false;
  // A run can fail before any output awaits this promise.
  isReady.catch(() => {});
  const quiet = {
    stdout: createQuietTimer(() => releaseLater('stdout')),
    stderr: createQuietTimer(() => releaseLater('stderr')),
  };

  function releaseLater(stream: OutputStream): void {
    running = running.then(() => {
      // Output that was masked since then has started the timer again.
      if (isStopped || quiet[stream].isWaiting()) return;
      const text = output.release(stream);
      if (text !== '') append(stream, text);
    });
    running.catch(() => {});
  }

  function* passOn(): SlicedWork<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { stream, chunk } = next;
      const texts: string[] = [];
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const continues = at + pieceBytes < chunk.length;
        texts.push(output.push(stream, chunk.subarray(at, at + pieceBytes), continues));
        yield;
      }
      if (isStopped) continue;
      append(stream, texts.join(''));
      if (output.isHolding(stream)) quiet[stream].restart();
      else quiet[stream].stop();
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
      for (const timer of [quiet.stdout, quiet.stderr]) timer.stop();
    },
  };
}
