import { z } from 'zod';

/** The fields that every result of a program has: of a run, and of a process of a sandbox. */
export const programFields = {
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  stdoutTruncated: z.boolean(),
  stderrTruncated: z.boolean(),
  outputEncoding: z.literal('base64').optional().meta({
    description: 'Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.',
  }),
  stdoutNotUtf8: z.literal(true).optional().meta({
    description: 'Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See `outputEncoding`.',
  }),
  stderrNotUtf8: z.literal(true).optional().meta({
    description: 'Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.',
  }),
};

/** A part of a program's output, as the data of an event. */
export const OutputPart = z.strictObject({
  text: z.string(),
  encoding: z.literal('base64').optional().meta({
    description: 'Present if `text` is base64 of the exact bytes, as the request asked with `outputEncoding`.',
  }),
});
export type OutputPart = z.infer<typeof OutputPart>;

/** How a program can end. */
export const programEnds = ['succeeded', 'failed', 'timed_out', 'out_of_memory', 'cancelled'] as const;
