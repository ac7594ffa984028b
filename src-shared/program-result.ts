import { z } from 'zod';

/** The fields that every result of a program has: of a run, and of a process of a sandbox. */
export const programFields = {
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  stdoutTruncated: z.boolean(),
  stderrTruncated: z.boolean(),
};

/** How a program can end. */
export const programEnds = ['succeeded', 'failed', 'timed_out', 'out_of_memory', 'cancelled'] as const;
