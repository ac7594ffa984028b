import type { OutputStream } from '../output/masked-streams.ts';
import type { MessageBudget } from './kernel-messages.ts';

/** Output between two cells that is kept for the next one. */
const keptBytes = 64 * 1024;

export interface LateChunk {
  stream: OutputStream;
  chunk: Uint8Array;
}

/** Keeps the newest output of background work between two cells, not masked, as far as the budget has room for it. */
export function createLateOutput(budget: MessageBudget) {
  let chunks: LateChunk[] = [];
  let bytes = 0;
  let omittedBytes = 0;

  function dropFirst(): void {
    const dropped = chunks.shift();
    if (dropped !== undefined) leaveOut(dropped.chunk.length);
  }

  function leaveOut(length: number): void {
    bytes -= length;
    omittedBytes += length;
    budget.release(length);
  }

  function add(stream: OutputStream, chunk: Uint8Array): void {
    const last = chunks.at(-1);
    // Programs that print single characters must not cost an object for each.
    if (last?.stream === stream && last.chunk.length + chunk.length <= keptBytes / 16)
      last.chunk = Buffer.concat([last.chunk, chunk]);
    else chunks.push({ stream, chunk: Uint8Array.from(chunk) });
    bytes += chunk.length;
  }

  return {
    push(stream: OutputStream, chunk: Uint8Array): void {
      const kept = chunk.subarray(-keptBytes);
      omittedBytes += chunk.length - kept.length;
      while (chunks.length > 0 && bytes + kept.length > keptBytes) dropFirst();
      if (budget.take(kept.length)) add(stream, kept);
      else omittedBytes += kept.length;
    },

    /** Returns what was kept, after a line about what was not, and forgets it. */
    take(): LateChunk[] {
      const taken = chunks;
      if (omittedBytes > 0) taken.unshift({ stream: 'stderr', chunk: Buffer.from(omission(omittedBytes)) });
      budget.release(bytes);
      chunks = [];
      bytes = 0;
      omittedBytes = 0;
      return taken;
    },
  };
}

const omission = (bytes: number) => `[${bytes} bytes of older output between the cells were left out]\n`;
