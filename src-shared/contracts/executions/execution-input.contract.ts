import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { queryBoolean } from '../../fields.ts';
import { requestLimits } from '../execute-request.ts';

/** Limit of the input in one request. */
export const inputChunkBytes = requestLimits.stdinBytes;

export const writeExecutionInput = defineEndpoint({
  method: 'POST',
  path: '/api/v1/executions/:id/stdin',
  tag: 'Executions',
  summary: 'Write to the input of an execution',
  description:
    'The body is the next part of the input of a run with `openStdin`, byte for byte, at most 8 MiB; it can be empty. ' +
    '`end=true` ends the input after it. Answers when the sandbox has taken the bytes, which is delayed until the program ' +
    'starts and while it does not read. If the client leaves before that, the rest of its part and its `end` are dropped. ' +
    'Only the API key or session that started the run can send input. The run waits for input until its time limit.',
  access: 'execute',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ end: queryBoolean().optional() }),
  body: 'bytes',
  replies: { 204: 'empty' },
  errors: [
    'execution_not_found',
    'cluster_not_allowed',
    'execution_finished',
    'stdin_not_open',
    'stdin_ended',
    'input_queue_full',
  ],
});
