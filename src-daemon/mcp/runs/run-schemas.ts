import { z } from 'zod';
import { ExecuteRequest, RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import { SecretName } from '../../../src-shared/formats/secret-name.ts';
import { network } from '../network/agent-network.ts';
import { NetworkOutput } from '../network/network-result.ts';

/** Secrets of a run or a sandbox. An agent gets only the secrets that it names. */
export const secrets = z
  .array(SecretName)
  .max(200)
  .default([])
  .describe(
    'Names of secrets that become environment variables; list_secret_names lists them. None if absent. A secret with hosts is ' +
      'named in network instead.',
  );

/** Both ends of long output are kept by default, because an agent is shown both ends. */
const outputKeep = RunOptions.shape.outputKeep
  .default('ends')
  .describe(
    'Part of a stream over 1 MiB to keep: its first and last 512 KiB (ends, the default), or its first 1 MiB (head).',
  );

export const RunCodeInput = ExecuteRequest.omit({
  ...{ generated: true, openStdin: true, outputEncoding: true, detached: true },
})
  .extend({
    language: ExecuteRequest.shape.language.describe('python, javascript, typescript, bash, or another installed one.'),
    code: ExecuteRequest.shape.code.describe('The whole program.'),
    secrets,
    network,
    outputKeep,
  })
  .meta({ id: undefined });

/** How a stored script is run; its code and language are in the vault. */
export const RunScriptInput = RunOptions.extend({
  name: z.string().min(1).max(128).describe('As list_scripts shows it.'),
  secrets,
  network: network.describe(`Replaces the network rules that are stored with the script. ${network.description}`),
  outputKeep,
});

export const RunIdInput = z.strictObject({ id: z.string().describe('As run_code answers it: run_…') });

export const HintsOutput = z
  .array(
    z.object({
      code: z.string(),
      text: z.string(),
      // One flat object: large vendors of models refuse schemas with alternatives and references.
      action: z
        .object({
          type: z.string(),
          name: z.string().optional(),
          language: z.string().optional(),
          isKnown: z.boolean().optional(),
          host: z.string().optional(),
          hosts: z.array(z.string()).optional(),
          port: z.int().optional(),
          memoryMb: z.int().optional(),
          timeoutMs: z.int().optional(),
        })
        .optional()
        .describe('The change of the next run that would help.'),
    }),
  )
  .optional()
  .describe('Probable reasons of a failure; ask the user before you allow a host or use a secret.');

export const PackagesOutput = z.array(z.object({ name: z.string(), version: z.string() })).optional();

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
  signal: z.string().optional().describe('Signal that ended the program, if any.'),
  stdout: z.string(),
  stderr: z.string(),
  stdoutTruncated: z.boolean().describe('Part of stdout is left out here.'),
  stderrTruncated: z.boolean().describe('Part of stderr is left out here.'),
  durationMs: z.number(),
  place: z.literal('cluster').optional().describe('Present if the program ran in a cluster, not on this machine.'),
  notices: z.array(z.string()).optional().describe('Messages about differences from the request.'),
  packages: PackagesOutput.describe('Packages that the code or the call names, with the installed versions.'),
  hints: HintsOutput,
  network: NetworkOutput.optional().describe('Connections of a run with network rules; absent if there were none.'),
  files: z.array(
    z.object({
      path: z.string(),
      size: z.int(),
      mediaType: z.string(),
      uri: z.string().describe('Resource URI with which the file can be read.'),
    }),
  ),
});
export type RunOutput = z.infer<typeof RunOutput>;
