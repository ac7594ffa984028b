import { z } from 'zod';
import { ExecuteRequest, RunOptions } from '../../src-shared/contracts/execute-request.ts';
import { SecretName } from '../../src-shared/formats/secret-name.ts';

/** An agent gets no secret that it does not ask for by name. */
const secrets = z
  .array(SecretName)
  .max(200)
  .default([])
  .describe('Names of secrets that become environment variables; list_secret_names has them. None if absent.');

/** What an agent is shown of long output are its two ends, so these are the ends that are kept. */
const outputKeep = RunOptions.shape.outputKeep
  .default('ends')
  .describe('Of a stream of over 1 MiB: its first and last 512 KiB (ends, if absent), or its first 1 MiB (head).');

export const RunCodeInput = ExecuteRequest.omit({ generated: true })
  .extend({
    language: ExecuteRequest.shape.language.describe('python, javascript, typescript, bash, or another installed one.'),
    code: ExecuteRequest.shape.code.describe('The whole program.'),
    secrets,
    outputKeep,
  })
  .meta({ id: undefined });

/** How a stored script is run; its code and language are in the vault. */
export const RunScriptInput = RunOptions.extend({
  name: z.string().min(1).max(128).describe('As list_scripts shows it.'),
  secrets,
  outputKeep,
});

export const RunIdInput = z.strictObject({ id: z.string().describe('As run_code answers it: run_…') });

/** A run as an agent sees it: output cut to what a model can take, files named and not contained. */
export const RunOutput = z.object({
  id: z.string(),
  language: z.string(),
  status: z.enum([
    'succeeded',
    'failed',
    'timed_out',
    'out_of_memory',
    'cancelled',
    'queued',
    'running',
    'interrupted',
  ]),
  exitCode: z.int().nullable(),
  signal: z.string().optional().describe('What ended it, if a signal did.'),
  stdout: z.string(),
  stderr: z.string(),
  stdoutTruncated: z.boolean().describe('Some of stdout is left out here.'),
  stderrTruncated: z.boolean().describe('Some of stderr is left out here.'),
  durationMs: z.number(),
  notices: z.array(z.string()).optional().describe('What was not as the request expected.'),
  files: z.array(
    z.object({
      path: z.string(),
      size: z.int(),
      mediaType: z.string(),
      uri: z.string().describe('Read the file as this resource.'),
    }),
  ),
});
export type RunOutput = z.infer<typeof RunOutput>;
