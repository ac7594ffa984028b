import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { ErrorBody } from '../../error-body.ts';
import { text, textOfBytes, timestamp } from '../../fields.ts';
import { RunOptions, requestLimits } from '../execute-request.ts';
import { hintsField } from '../hints.ts';
import { CellError, CellOutput, OutputData, OutputMetadata } from './cell-output.ts';
import { WorkingFolder } from './processes.contract.ts';
import { sandboxLimits } from './sandbox-limits.ts';
import { runningErrors, SandboxId } from './sandboxes.contract.ts';

/** Id of a context; `default` is created by its first use, in the language of the sandbox. */
const ContextId = z
  .string()
  .regex(/^(?:default|ctx_[A-Za-z0-9_-]{1,32})$/, { error: 'must be the id of a context' })
  .meta({ examples: ['default'] });
const CellId = z.string().regex(/^cell_[A-Za-z0-9_-]{1,32}$/, { error: 'must be the id of a cell' });

export const ContextRequest = z
  .strictObject({
    language: text().min(1).max(64).optional().meta({ description: 'That of the sandbox if absent.' }),
    cwd: WorkingFolder.optional(),
    env: RunOptions.shape.env,
  })
  .meta({ id: 'ContextRequest', examples: [{ language: 'javascript', env: { MODE: 'test' } }] });
export type ContextRequest = z.infer<typeof ContextRequest>;

export const Context = z
  .strictObject({
    id: z.string(),
    language: z.string(),
    status: z.enum(['idle', 'busy']),
    executionCount: z.int(),
    createdAt: timestamp(),
  })
  .meta({ id: 'Context' });
export type Context = z.infer<typeof Context>;

/** Code that a kernel receives in a message that ends with NUL. */
const Code = textOfBytes(0, requestLimits.codeBytes).refine((code) => !code.includes('\0'), {
  error: 'must not contain a NUL character',
});

export const CellRequest = z
  .strictObject({
    code: Code,
    timeoutMs: z.int().min(sandboxLimits.timeoutMs.min).max(sandboxLimits.timeoutMs.max).optional().meta({
      description:
        'The cell is interrupted after this time; `contextEnded` says if the context stays. 30,000 if absent.',
    }),
    silent: z.boolean().optional().meta({ description: 'Does not count, and has no result.' }),
  })
  .meta({ id: 'CellRequest', examples: [{ code: 'x = 6 * 7\nx' }] });
export type CellRequest = z.infer<typeof CellRequest>;

export const CellResult = z
  .strictObject({
    id: z.string(),
    status: z.enum([
      ...['succeeded', 'failed', 'timed_out', 'out_of_memory', 'cancelled', 'interrupted', 'context_ended'],
    ] as const),
    contextEnded: z.boolean().meta({
      description:
        'True if the kernel ended and all variables of the context are lost: always with `context_ended` and ' +
        '`out_of_memory`; with `timed_out` and `cancelled` if the kernel ignored the interrupt for 2 s. If the kernel ended ' +
        'before the cell, the cell did not run, and `error` has the name `ContextEnded`. The next cell of `default` starts a ' +
        'new kernel; another context no longer exists.',
    }),
    executionCount: z.int(),
    stdout: z.string(),
    stderr: z.string(),
    outputs: z.array(CellOutput),
    error: CellError.optional(),
    exitCode: z
      .int()
      .optional()
      .meta({ description: 'Of the last command of a Bash cell; of the kernel if it exited during the cell.' }),
    signal: z
      .string()
      .optional()
      .meta({ description: 'The signal that ended the kernel, such as `SIGSEGV`.', examples: ['SIGKILL'] }),
    durationMs: z.int(),
    queuedMs: z.int(),
    truncated: z
      .boolean()
      .meta({ description: 'Output over 1 MiB a stream, or rich output over 16 MiB or 1,000 pieces, was left out.' }),
    ...hintsField,
  })
  .meta({ id: 'CellResult', description: 'A cell that fails is still a successful request; `status` has the result.' });
export type CellResult = z.infer<typeof CellResult>;

const resultData = z.strictObject({ data: OutputData, metadata: OutputMetadata.optional() });
const displayData = resultData.extend({ displayId: z.string().optional() });
const textData = z.strictObject({ text: z.string() });

export const CellEvent = z
  .discriminatedUnion('event', [
    z.strictObject({ event: z.literal('started'), data: z.strictObject({ id: z.string() }) }),
    z.strictObject({ event: z.literal('stdout'), data: textData }),
    z.strictObject({ event: z.literal('stderr'), data: textData }),
    z.strictObject({ event: z.literal('display'), data: displayData }),
    z.strictObject({ event: z.literal('update_display'), data: displayData }),
    z.strictObject({ event: z.literal('clear_output'), data: z.strictObject({ wait: z.boolean() }) }).meta({
      description: 'All output of the cell so far is removed: at once, or with `wait` when the next output arrives.',
    }),
    z.strictObject({ event: z.literal('result'), data: resultData }),
    z.strictObject({ event: z.literal('traceback'), data: CellError }),
    z.strictObject({ event: z.literal('finished'), data: CellResult }),
    z.strictObject({ event: z.literal('error'), data: ErrorBody }),
  ])
  .meta({ id: 'CellEvent' });
export type CellEvent = z.infer<typeof CellEvent>;

const sandboxOnly = z.strictObject({ id: SandboxId });
const contextParams = z.strictObject({ id: SandboxId, cid: ContextId });
const contextErrors = [...runningErrors, 'context_not_found', 'context_queue_full'] as const;
const startErrors = [
  ...['unknown_language', 'language_has_no_kernel', 'environment_too_large'],
  ...['sandbox_memory_full', 'file_not_found', 'path_is_link', 'wrong_file_type'],
] as const;
const CursorRequest = z.strictObject({
  code: Code,
  cursor: z.int().min(0).meta({ description: 'Position in `code`, in UTF-16 units.' }),
});
const tag = 'Sandbox contexts';

export const createContext = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/contexts',
  tag,
  summary: 'Create a context',
  description:
    'Starts a kernel: a process whose variables stay from one cell to the next. A sandbox without the memory for it refuses it.',
  access: 'execute',
  params: sandboxOnly,
  body: ContextRequest.optional(),
  replies: { 201: Context },
  errors: [...contextErrors, ...startErrors],
});

export const listContexts = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/contexts',
  tag,
  summary: 'List contexts',
  description: 'The contexts that have a kernel, with the number of cells that they ran.',
  access: 'execute',
  params: sandboxOnly,
  replies: { 200: z.strictObject({ contexts: z.array(Context) }).meta({ id: 'ContextList' }) },
  errors: runningErrors,
});

export const deleteContext = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/sandboxes/:id/contexts/:cid',
  tag,
  summary: 'Delete a context',
  description: 'Ends its kernel and the cell in progress. Its variables are lost; files stay.',
  access: 'execute',
  params: contextParams,
  replies: { 204: 'empty' },
  errors: contextErrors,
});

export const runCell = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/contexts/:cid/cells',
  tag,
  summary: 'Run a cell',
  description:
    'Cells of a context run one after the other; at most 16 wait. With `Accept: text/event-stream` the output is streamed. ' +
    'Closing a JSON request interrupts the cell, not the context; a closed stream can be resumed for 60 s.',
  access: 'execute',
  params: contextParams,
  body: CellRequest,
  replies: { 200: CellResult },
  stream: { events: CellEvent },
  errors: [...contextErrors, ...startErrors],
});

export const readCellEvents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/contexts/:cid/cells/:cell/events',
  tag,
  summary: 'Resume the stream of a cell',
  description: 'Continues after the event in `Last-Event-ID`; without it, starts with the first event.',
  access: 'execute',
  params: z.strictObject({ id: SandboxId, cid: ContextId, cell: CellId }),
  replies: { 200: 'empty' },
  stream: { events: CellEvent, always: true },
  errors: [...contextErrors, 'cell_not_found'],
});

export const interruptContext = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/contexts/:cid/interrupt',
  tag,
  summary: 'Interrupt a context',
  description:
    'Interrupts the cell in progress, and once more if it has not ended after 1 s; its variables stay. A kernel that does not ' +
    'react within 2 s is ended, and with it the context: the cell then has the status `context_ended`.',
  access: 'execute',
  params: contextParams,
  replies: { 204: 'empty' },
  errors: contextErrors,
});

export const restartContext = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/contexts/:cid/restart',
  tag,
  summary: 'Restart a context',
  description: 'Ends its kernel and starts a new one under the same id. All variables are lost; files stay.',
  access: 'execute',
  params: contextParams,
  replies: { 200: Context },
  errors: [...contextErrors, 'sandbox_memory_full'],
});

export const completeCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/contexts/:cid/complete',
  tag,
  summary: 'Complete code',
  description: 'Names that fit at the cursor, from the live context. Waits for the cell in progress.',
  access: 'execute',
  params: contextParams,
  body: CursorRequest.meta({ id: 'CompleteRequest', examples: [{ code: 'import ma', cursor: 9 }] }),
  replies: {
    200: z
      .strictObject({
        matches: z.array(z.string()),
        start: z.int().meta({ description: 'Start of the text that a match replaces, in UTF-16 units.' }),
        end: z.int(),
      })
      .meta({ id: 'Completion' }),
  },
  errors: [...contextErrors, ...startErrors],
});

export const inspectCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/contexts/:cid/inspect',
  tag,
  summary: 'Inspect code',
  description: 'Type, signature and documentation of the name at the cursor. Waits for the cell in progress.',
  access: 'execute',
  params: contextParams,
  body: CursorRequest.meta({ id: 'InspectRequest', examples: [{ code: 'len', cursor: 3 }] }),
  replies: { 200: z.strictObject({ found: z.boolean(), data: OutputData.optional() }).meta({ id: 'Inspection' }) },
  errors: [...contextErrors, ...startErrors],
});
