import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { text } from '../../fields.ts';
import { Execution } from '../executions.contract.ts';

/** Limits of pinned runs, which the history does not remove on its own. */
export const pinLimits = { runs: 100 } as const;
/** Maximum number of runs in one request to delete. */
export const deletedAtOnce = 200;

const params = z.strictObject({ id: z.string() });

export const updateExecution = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/executions/:id',
  tag: 'Executions',
  summary: 'Pin or unpin an execution',
  description:
    'A pinned run stays in the history until it is unpinned or deleted, and does not count as one of `history.keepRuns`. An ' +
    `account can pin ${pinLimits.runs} runs that take up to half of \`history.maxBytes\`. A key that cannot use every secret ` +
    'can pin and unpin only its own runs.',
  access: 'execute',
  params,
  body: z.strictObject({ pinned: z.boolean() }).meta({ id: 'ExecutionPatch', examples: [{ pinned: true }] }),
  replies: { 200: Execution },
  errors: ['execution_not_found', 'too_many_pinned'],
});

export const deleteExecution = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/executions/:id',
  tag: 'Executions',
  summary: 'Delete an execution',
  description:
    'Deletes the run from the history with its code, output and files. Its rows of the audit log stay. A key that cannot ' +
    'use every secret can delete only its own runs.',
  access: 'execute',
  params,
  replies: { 204: 'empty' },
  errors: ['execution_not_found', 'execution_running'],
});

export const deleteExecutions = defineEndpoint({
  method: 'POST',
  path: '/api/v1/executions/delete',
  tag: 'Executions',
  summary: 'Delete executions',
  description:
    `Deletes up to ${deletedAtOnce} runs. If one of them does not exist, is not allowed or has not ended, nothing is ` +
    'deleted.',
  access: 'execute',
  body: z
    .strictObject({ ids: z.array(text().min(1).max(64)).min(1).max(deletedAtOnce) })
    .meta({ id: 'ExecutionIds', examples: [{ ids: ['run_Yz0qkU3n7eWc2vB9sT1xLa'] }] }),
  replies: { 200: z.strictObject({ deleted: z.int() }) },
  errors: ['execution_not_found', 'execution_running'],
});
