import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { SandboxMask } from '../life/sandbox.ts';
import { createTextHead, createTextTail } from '../output/kept-text.ts';
import { createMaskedStreams, createSequence, type OutputStream } from '../output/masked-streams.ts';

interface ProcessOutputOptions {
  mask: SandboxMask;
  /** Output is appended after this has resolved. */
  isStarted: Promise<unknown>;
  /** A returned promise delays further output, and thereby the program. */
  append: (stream: OutputStream, text: string) => void | Promise<void>;
}

/** The masked output of a process: its first 1 MiB and its last 64 KiB of each stream. */
export function createProcessOutput({ mask, isStarted, append }: ProcessOutputOptions) {
  const { outputBytes, statusTailBytes } = sandboxLimits;
  const newStream = () => ({ head: createTextHead(outputBytes), tail: createTextTail(statusTailBytes) });
  const kept = { stdout: newStream(), stderr: newStream() };
  const inOrder = createSequence();
  const masked = createMaskedStreams({
    mask,
    append: (stream, text) => {
      kept[stream].head.push(text);
      kept[stream].tail.push(text);
      return append(stream, text);
    },
  });

  return {
    push: (stream: OutputStream, chunk: Uint8Array): Promise<void> =>
      inOrder(async () => {
        await isStarted;
        await masked.push(stream, chunk);
      }),
    finish: (): Promise<void> => inOrder(masked.finish),
    /** Returns the first or the last text of both streams, as the API names them. */
    fields: (part: 'head' | 'tail') => ({
      stdout: kept.stdout[part].text(),
      stderr: kept.stderr[part].text(),
      stdoutTruncated: kept.stdout[part].isTruncated(),
      stderrTruncated: kept.stderr[part].isTruncated(),
    }),
  };
}
