import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { ErrorBody } from '../../error-body.ts';
import { queryInteger, text, textOfBytes, timestamp } from '../../fields.ts';
import { isBase64 } from '../../formats/base64.ts';
import { OutputPart, programEnds, programFields } from '../../program-result.ts';
import { FilePath, RunOptions, requestLimits, streamOptions } from '../execute-request.ts';
import { hintsField } from '../hints.ts';
import { sandboxLimits } from './sandbox-limits.ts';
import { runningErrors, SandboxId } from './sandboxes.contract.ts';

/** Folder below the working directory; the working directory itself if absent. */
export const WorkingFolder = FilePath.meta({
  description: 'Folder below the working directory; that itself if absent.',
});

const argument = text().refine((value) => !value.includes('\0'), { error: 'must not contain a NUL character' });

export const signals = [
  ...['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGSTOP', 'SIGCONT', 'SIGWINCH'],
  ...['SIGALRM', 'SIGPIPE', 'SIGABRT', 'SIGTSTP'],
] as const;

const kinds = ['command', 'shell', 'code'] as const;

export const ProcessRequest = z
  .strictObject({
    command: z.array(argument).min(1).max(4096).optional().meta({
      description: 'A program with its arguments, without a shell. A name without / is searched in PATH.',
    }),
    shell: textOfBytes(1, requestLimits.codeBytes).optional().meta({ description: 'A command line for Bash.' }),
    code: textOfBytes(0, requestLimits.codeBytes).optional().meta({ description: 'A program in `language`.' }),
    language: text()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Language of `code`; that of the sandbox if absent.' }),
    cwd: WorkingFolder.optional(),
    env: RunOptions.shape.env,
    stdin: RunOptions.shape.stdin.meta({
      description: 'The whole input. With `background`, input can follow through /stdin unless `stdin` is present.',
    }),
    openStdin: z.boolean().optional().meta({
      description:
        'Keeps the input of a foreground process open: it follows through /stdin. Cannot be used with `stdin`.',
    }),
    outputEncoding: streamOptions.outputEncoding,
    timeoutMs: z
      .int()
      .min(sandboxLimits.timeoutMs.min)
      .max(sandboxLimits.timeoutMs.max)
      .optional()
      .meta({ description: 'The process group is killed after this time; 30,000 if absent, none with `background`.' }),
    background: z.boolean().optional().meta({
      description:
        'Answers 201 when the process has started. It runs until it exits, and does not keep the sandbox from its idle end.',
    }),
  })
  .superRefine((request, context) => {
    const given = kinds.filter((kind) => request[kind] !== undefined);
    if (given.length !== 1)
      context.addIssue({
        code: 'custom',
        path: [given[1] ?? 'command'],
        message: given.length === 0 ? 'is required, or shell, or code' : `cannot be used together with ${given[0]}`,
      });
    if (request.language !== undefined && request.code === undefined)
      context.addIssue({ code: 'custom', path: ['language'], message: 'can only be used together with code' });
    if (request.openStdin && request.stdin !== undefined)
      context.addIssue({ code: 'custom', path: ['openStdin'], message: 'cannot be used together with stdin' });
  })
  .meta({ id: 'ProcessRequest', examples: [{ command: ['ls', '-la'] }, { shell: 'pip list | wc -l' }] });
export type ProcessRequest = z.infer<typeof ProcessRequest>;

const resultFields = { pid: z.int(), ...programFields, ...hintsField };

export const ProcessResult = z
  .strictObject({ ...resultFields, status: z.enum(programEnds), durationMs: z.int() })
  .meta({ id: 'ProcessResult', description: 'Each stream has its first 1 MiB.' });
export type ProcessResult = z.infer<typeof ProcessResult>;

export const ProcessStatus = z
  .strictObject({
    ...resultFields,
    status: z.enum(['running', ...programEnds]),
    durationMs: z.int(),
    startedAt: timestamp(),
    background: z.boolean(),
    description: z
      .string()
      .meta({ description: 'The program, `shell` or `code`; without its arguments, which may be secret.' }),
  })
  .meta({ id: 'ProcessStatus', description: 'Each stream has its last 64 KiB.' });
export type ProcessStatus = z.infer<typeof ProcessStatus>;

export const StartedProcess = z.strictObject({ pid: z.int() }).meta({ id: 'StartedProcess' });

export const ProcessEvent = z
  .discriminatedUnion('event', [
    z.strictObject({ event: z.literal('started'), data: StartedProcess }),
    z.strictObject({ event: z.literal('stdout'), data: OutputPart }),
    z.strictObject({ event: z.literal('stderr'), data: OutputPart }),
    z.strictObject({ event: z.literal('finished'), data: ProcessResult }),
    z.strictObject({ event: z.literal('error'), data: ErrorBody }),
  ])
  .meta({ id: 'ProcessEvent' });
export type ProcessEvent = z.infer<typeof ProcessEvent>;

const pid = queryInteger(1, 4_194_304);
const processParams = z.strictObject({ id: SandboxId, pid });
const processErrors = [...runningErrors, 'process_not_found'] as const;
const tag = 'Sandbox processes';

export const runProcess = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/processes',
  tag,
  summary: 'Run a process',
  description:
    'Answers when the process has exited; with `Accept: text/event-stream` its output is streamed; with `background` answers ' +
    'as soon as it runs. Closing a JSON request kills the process group; a closed stream can be resumed for 60 s. `shell` and ' +
    '`code` are written to a file in the folder of the process, which is removed at its end, and are never arguments. A ' +
    'language must be of the image of the sandbox and need no compiler. A program that prints faster than the client of a ' +
    'stream reads is delayed.',
  access: 'execute',
  params: z.strictObject({ id: SandboxId }),
  body: ProcessRequest,
  replies: { 200: ProcessResult, 201: StartedProcess },
  stream: { events: ProcessEvent },
  errors: [
    ...runningErrors,
    'unknown_language',
    'language_not_in_sandbox',
    'program_not_found',
    'environment_too_large',
    'sandbox_disk_full',
    'wrong_file_type',
    'path_is_link',
    'file_not_found',
  ],
});

export const listProcesses = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/processes',
  tag,
  summary: 'List processes',
  description: 'Those that this API started: the running ones and the last 64 that ended. Without output.',
  access: 'execute',
  params: z.strictObject({ id: SandboxId }),
  replies: { 200: z.strictObject({ processes: z.array(ProcessStatus) }).meta({ id: 'ProcessList' }) },
  errors: runningErrors,
});

export const readProcess = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/processes/:pid',
  tag,
  summary: 'Read a process',
  description: 'Its status with the last 64 KiB of each stream.',
  access: 'execute',
  params: processParams,
  replies: { 200: ProcessStatus },
  errors: processErrors,
});

export const readProcessEvents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/processes/:pid/events',
  tag,
  summary: 'Follow a process',
  description:
    'Continues after the event in `Last-Event-ID`. The last 1 MiB of each stream is kept; a client that left earlier misses ' +
    'what was before.',
  access: 'execute',
  params: processParams,
  replies: { 200: 'empty' },
  stream: { events: ProcessEvent, always: true },
  errors: processErrors,
});

export const writeProcessInput = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/processes/:pid/stdin',
  tag,
  summary: 'Write to the input of a process',
  description:
    'Answers when the sandbox has taken the input, which is delayed while the program does not read. If the client leaves ' +
    'before that, the rest of its input and its `end` are dropped, and later input follows where it stopped.',
  access: 'execute',
  params: processParams,
  body: z
    .strictObject({
      text: textOfBytes(0, requestLimits.stdinBytes).optional(),
      base64: z.string().refine(isBase64, { error: 'must be canonical base64 with padding' }).optional(),
      end: z.boolean().optional().meta({ description: 'Closes the input after this text.' }),
    })
    .refine(({ text, base64 }) => text === undefined || base64 === undefined, {
      path: ['base64'],
      error: 'cannot be used together with text',
    })
    .meta({ id: 'ProcessInput', examples: [{ text: 'yes\n', end: true }] }),
  replies: { 204: 'empty' },
  errors: [...processErrors, 'process_ended', 'input_queue_full'],
});

export const signalProcess = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/processes/:pid/signal',
  tag,
  summary: 'Send a signal to a process',
  description: 'To its whole process group.',
  access: 'execute',
  params: processParams,
  body: z.strictObject({ signal: z.enum(signals) }).meta({ id: 'ProcessSignal', examples: [{ signal: 'SIGINT' }] }),
  replies: { 204: 'empty' },
  errors: [...processErrors, 'process_ended'],
});

export const waitForProcess = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/processes/:pid/wait',
  tag,
  summary: 'Wait for a process',
  description: 'Answers when it has ended, or after `timeoutMs` with `status: "running"`.',
  access: 'execute',
  params: processParams,
  body: z
    .strictObject({
      timeoutMs: z.int().min(0).max(sandboxLimits.waitMs).optional().meta({ description: '30,000 if absent.' }),
    })
    .meta({ examples: [{ timeoutMs: 1000 }] })
    .optional(),
  replies: { 200: ProcessStatus },
  errors: processErrors,
});
