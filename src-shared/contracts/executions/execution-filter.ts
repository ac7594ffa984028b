import { z } from 'zod';
import { instant, queryBoolean, text } from '../../fields.ts';
import { programEnds } from '../../program-result.ts';
import { runClients } from './history-fields.ts';

export const runStatusNames = [...programEnds, 'queued', 'running', 'interrupted'] as const;

/** Minimum length of the beginning of an id that names a run. */
export const shortestIdPrefix = 4;

/** Fields by which the list of runs is searched; a run must match all of them. */
export const executionFilter = {
  search: text().min(1).max(200).optional().meta({
    description:
      'Text within the `name` of the run or the name in `startedBy`, in upper or lower case. Code and output are not searched.',
  }),
  idPrefix: z
    .string()
    .regex(/^[\w-]{4,64}$/, { error: 'must have 4 to 64 letters, digits, - or _' })
    .optional()
    .meta({ description: 'Beginning of the id, with or without `run_`.' }),
  status: z.enum(runStatusNames).optional(),
  language: text().min(1).max(64).optional().meta({ description: 'An id or alias of GET /api/v1/languages.' }),
  client: z.enum(runClients).optional(),
  pinned: queryBoolean().optional(),
  from: instant().optional().meta({ description: 'Runs that started at this time or later.' }),
  to: instant().optional().meta({ description: 'Runs that started before this time.' }),
};
