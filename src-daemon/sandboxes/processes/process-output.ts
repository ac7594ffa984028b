import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { OutputPart } from '../../../src-shared/program-result.ts';
import { encodeOutput } from '../../../src-shared-node/masking/output-units.ts';
import type { Holding } from '../../core/memory/ledger.ts';
import type { SandboxMask } from '../life/sandbox.ts';
import { createTextHead, createTextTail } from '../output/kept-text.ts';
import { createMaskedStreams, createSequence, type OutputStream } from '../output/masked-streams.ts';

interface ProcessOutputOptions {
  mask: SandboxMask;
  /** Output is appended after this has resolved. */
  isStarted: Promise<unknown>;
  /** Counts the output that is retained. */
  held: Holding | undefined;
  /** A returned promise delays further output, and thereby the program. */
  append: (stream: OutputStream, output: OutputPart) => void | Promise<void>;
}

/** The masked output of a process, in the units of its mask: the first 1 MiB and the last 64 KiB of each stream. */
export function createProcessOutput({ mask, isStarted, append, held }: ProcessOutputOptions) {
  const { outputBytes, statusTailBytes } = sandboxLimits;
  const newStream = () => ({
    head: createTextHead(outputBytes, { units: mask.units, held }),
    tail: createTextTail(statusTailBytes, mask.units),
  });
  const kept = { stdout: newStream(), stderr: newStream() };
  const inOrder = createSequence();
  const masked = createMaskedStreams({
    ...{ mask, inOrder },
    append: (stream, text) => {
      kept[stream].head.push(text);
      kept[stream].tail.push(text);
      return append(stream, encodeOutput(mask.units, text));
    },
  });

  return {
    push: (stream: OutputStream, chunk: Uint8Array): Promise<void> =>
      inOrder(async () => {
        await isStarted;
        await masked.push(stream, chunk);
      }),
    finish: (): Promise<void> => inOrder(masked.finish),
    /** Returns the first or the last output of both streams, as the API names them. */
    fields: (part: 'head' | 'tail') => {
      const encode = (stream: OutputStream) => encodeOutput(mask.units, kept[stream][part].text());
      const [stdout, stderr] = [encode('stdout'), encode('stderr')];
      return {
        stdout: stdout.text,
        stderr: stderr.text,
        stdoutTruncated: kept.stdout[part].isTruncated(),
        stderrTruncated: kept.stderr[part].isTruncated(),
        ...(stdout.encoding && { outputEncoding: stdout.encoding }),
        ...(masked.hasReplaced('stdout') && { stdoutNotUtf8: true as const }),
        ...(masked.hasReplaced('stderr') && { stderrNotUtf8: true as const }),
      };
    },
  };
}
