import { z } from 'zod';
import { FilePath } from '../../../src-shared/contracts/execute-request.ts';
import { CellRequest } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { CreateSandboxRequest } from '../../../src-shared/contracts/sandboxes/create-request.ts';
import { ProcessRequest } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { SandboxId } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { network } from '../network/agent-network.ts';
import { NetworkOutput } from '../network/network-result.ts';
import { HintsOutput, PackagesOutput, secrets } from '../runs/run-schemas.ts';

const sandboxId = SandboxId.describe('As create_sandbox returned it: sbx…');

export const CreateSandboxInput = CreateSandboxRequest.omit({ metadata: true })
  .extend({
    language: CreateSandboxRequest.shape.language.describe(
      'Language of the cells: python (the default), javascript, typescript or bash.',
    ),
    secrets,
    network,
  })
  .meta({ id: undefined });

export const SandboxOutput = z.object({
  id: z.string(),
  language: z.string(),
  network: z.union([z.enum(['none', 'full']), z.looseObject({ allow: z.array(z.looseObject({ host: z.string() })) })]),
  memoryMb: z.int(),
  diskMb: z.int(),
  secretNames: z.array(z.string()),
  expiresAt: z.string().describe('It ends at this time if it is not used before.'),
  withPackages: PackagesOutput.describe('Packages that the call named, with the installed versions.'),
  notices: z.array(z.string()).optional(),
});
export type SandboxOutput = z.infer<typeof SandboxOutput>;

export const RunCellInput = z.strictObject({
  sandboxId,
  code: CellRequest.shape.code.describe(
    'Code in the language of the sandbox. The value of the last expression is returned.',
  ),
  timeoutMs: CellRequest.shape.timeoutMs,
});

const connections = NetworkOutput.optional().describe(
  'Connections of the sandbox since the last call, if it has network rules; absent if there were none.',
);

/** A cell as an agent sees it: text cut to what a model can take, images apart. */
export const CellOutput = z.object({
  status: z.enum(['succeeded', 'failed', 'timed_out', 'out_of_memory', 'cancelled', 'interrupted', 'context_ended']),
  contextEnded: z
    .boolean()
    .describe('True if the interpreter ended: its variables are lost, files are kept. The next cell starts a new one.'),
  executionCount: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  outputs: z
    .array(z.object({ kind: z.enum(['display', 'result']), mediaTypes: z.array(z.string()), text: z.string() }))
    .describe('Rich output and the result. Images are returned as images.'),
  error: z.object({ name: z.string(), message: z.string(), traceback: z.string() }).optional(),
  exitCode: z
    .int()
    .optional()
    .describe('Exit code of the last command of a Bash cell, or of the interpreter if it ended.'),
  signal: z.string().optional().describe('The signal that ended the interpreter.'),
  durationMs: z.int(),
  truncated: z.boolean().describe('Part of the output is left out here.'),
  hints: HintsOutput,
  network: connections,
});
export type CellOutput = z.infer<typeof CellOutput>;

const { command, shell, cwd, env, stdin, timeoutMs, background } = ProcessRequest.shape;
export const RunCommandInput = z.strictObject({
  sandboxId,
  shell: shell.describe('A command line for Bash. Either this or command.'),
  command,
  cwd,
  env,
  stdin,
  timeoutMs,
  background: background.describe(
    'Returns the pid as soon as the process runs. It runs until it exits or the sandbox ends.',
  ),
});

export const CommandOutput = z.object({
  pid: z.int(),
  status: z.enum(['running', 'succeeded', 'failed', 'timed_out', 'out_of_memory', 'cancelled']),
  exitCode: z.int().nullable(),
  signal: z.string().optional().describe('Signal that ended the process, if any.'),
  stdout: z.string(),
  stderr: z.string(),
  stdoutTruncated: z.boolean().describe('Part of stdout is left out here.'),
  stderrTruncated: z.boolean().describe('Part of stderr is left out here.'),
  durationMs: z.int(),
  hints: HintsOutput,
  network: connections,
});
export type CommandOutput = z.infer<typeof CommandOutput>;

const path = FilePath.describe('Relative to the working directory, such as data/in.csv.');

export const ListFilesInput = z.strictObject({
  sandboxId,
  path: FilePath.optional().describe('A folder; the working directory if absent.'),
  depth: z.int().min(1).max(8).optional().describe('1, the direct entries, if absent.'),
});

export const FileList = z.object({
  entries: z.array(
    z.object({
      path: z.string(),
      type: z.enum(['file', 'folder', 'link', 'other']),
      size: z.int(),
      target: z.string().optional().describe('Target of a link. Links are not followed.'),
    }),
  ),
  truncated: z.boolean().describe('There are more entries.'),
});

export const ReadFileInput = z.strictObject({ sandboxId, path });

export const FileOutput = z.object({
  path: z.string(),
  mediaType: z.string(),
  sizeBytes: z.int(),
  text: z.string().optional().describe('Absent for an image, and for a file that is not text.'),
  truncated: z.boolean().describe('Part of the text is left out here.'),
});

export const WriteFileInput = z.strictObject({
  sandboxId,
  path,
  content: z.string().describe('The whole content.'),
  encoding: z.enum(['utf8', 'base64']).optional().describe('Encoding of content; utf8 if absent.'),
  executable: z
    .boolean()
    .optional()
    .describe('True if commands run the file. If absent, a replaced file stays as it was.'),
});

export const WrittenFile = z.object({ path: z.string(), sizeBytes: z.int(), isNew: z.boolean() });

export const SandboxIdInput = z.strictObject({ sandboxId });
export const ClosedSandbox = z.object({ id: z.string() });
