import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ErrorBody } from '../error-body.ts';
import { text, textOfBytes } from '../fields.ts';
import { RunOptions, requestLimits } from './execute-request.ts';
import { ExecuteResponse, OutputEventData, PrintedEventData, ResultFile } from './executions.contract.ts';
import { Prompt } from './generated-run.ts';
import { ProviderId } from './providers.contract.ts';

const mebibyte = 1024 * 1024;

export const GenerateRequest = RunOptions.extend({
  prompt: Prompt,
  language: text().min(1).max(64).meta({ description: 'An id or alias of GET /api/v1/languages.' }),
  execute: z.boolean().optional().meta({ description: 'Whether the code is run as well; true if absent.' }),
  provider: ProviderId.optional().meta({ description: 'The default one if absent.' }),
  model: text().min(1).max(256).optional().meta({ description: "The provider's own if absent." }),
  maxRepairs: z
    .int()
    .min(0)
    .max(3)
    .optional()
    .meta({ description: 'How often the model may mend code that failed; 0 if absent, and where nothing is run.' }),
  previous: z
    .strictObject({
      code: textOfBytes(1, requestLimits.codeBytes),
      output: textOfBytes(0, mebibyte)
        .optional()
        .meta({ description: 'How it failed: exit code, errors. The model is given the last 8,000 characters.' }),
    })
    .optional()
    .meta({ description: 'Code that is to be mended or changed; `prompt` is what was asked for at first.' }),
  secrets: RunOptions.shape.secrets.meta({
    description: 'Which secrets the code may read; the model is told their names. None if absent.',
  }),
}).meta({
  id: 'GenerateRequest',
  examples: [{ prompt: 'Print the first ten prime numbers.', language: 'python', execute: false }],
});
export type GenerateRequest = z.infer<typeof GenerateRequest>;

export const GenerationAttempt = z
  .strictObject({ code: z.string(), execution: ExecuteResponse.optional() })
  .meta({ id: 'GenerationAttempt' });
export type GenerationAttempt = z.infer<typeof GenerationAttempt>;

const stopReasons = [
  'not_executed',
  'succeeded',
  'failed',
  'identical_code',
  'repair_failed',
  'run_failed',
  'cancelled',
] as const;

const tokens = () => z.int().nullable().meta({ description: 'Over all attempts; null where the endpoint tells none.' });

export const GenerateResponse = z
  .strictObject({
    id: z.string(),
    code: z.string().meta({ description: 'Of the last attempt that was run, else of the last.' }),
    language: z.string(),
    model: z.string(),
    provider: z.string(),
    attempts: z.array(GenerationAttempt).meta({ description: 'Every round, the first one first.' }),
    execution: ExecuteResponse.optional().meta({ description: 'The last run, of `code`.' }),
    usage: z.strictObject({ promptTokens: tokens(), completionTokens: tokens(), totalTokens: tokens() }),
    stopReason: z.enum(stopReasons).meta({
      description:
        '`failed`: the program failed and no repair was left. `identical_code`: the model gave the same code again. ' +
        '`repair_failed`: the model gave nothing to run in place of code that failed. `run_failed`: the last program ' +
        'could not be run, and `runError` says why.',
    }),
    runError: ErrorBody.shape.error.pick({ code: true, message: true }).optional().meta({
      description: 'Why the last of `attempts` could not be run: what POST /api/v1/execute would have answered.',
    }),
    notices: z.array(z.string()).optional().meta({ description: 'For people.' }),
  })
  .meta({ id: 'GenerateResponse' });
export type GenerateResponse = z.infer<typeof GenerateResponse>;

const number = z.int().meta({ description: 'The round, from 1.' });

/** The events of a generation's stream, by name; the SSE `id` is one sequence over all of them. */
export const GenerationEvent = z
  .discriminatedUnion('event', [
    z.strictObject({ event: z.literal('started'), data: z.strictObject({ id: z.string() }) }),
    z.strictObject({ event: z.literal('attempt'), data: z.strictObject({ attempt: number, model: z.string() }) }),
    z.strictObject({ event: z.literal('code'), data: z.strictObject({ text: z.string() }) }),
    z.strictObject({ event: z.literal('words'), data: z.strictObject({ text: z.string() }) }),
    z.strictObject({
      event: z.literal('generated'),
      data: z.strictObject({ attempt: number, code: z.string() }),
    }),
    z.strictObject({ event: z.literal('run_started'), data: z.strictObject({ attempt: number, id: z.string() }) }),
    z.strictObject({ event: z.literal('stdout'), data: OutputEventData }),
    z.strictObject({ event: z.literal('stderr'), data: OutputEventData }),
    z.strictObject({ event: z.literal('printed'), data: PrintedEventData }),
    z.strictObject({ event: z.literal('file'), data: ResultFile }),
    z.strictObject({ event: z.literal('run_finished'), data: ExecuteResponse }),
    z.strictObject({ event: z.literal('finished'), data: GenerateResponse }),
    z.strictObject({ event: z.literal('error'), data: ErrorBody }),
  ])
  .meta({
    id: 'GenerationEvent',
    description:
      'For each round `attempt`, then `code` and `words` (what the model says beside its code) as they come, then ' +
      '`generated` with the whole code, which is what counts; then, where it is run, `run_started`, the events of the ' +
      'run and `run_finished`. At the end `finished` or `error`.',
  });
export type GenerationEvent = z.infer<typeof GenerationEvent>;

const params = z.strictObject({ id: z.string() });

export const generate = defineEndpoint({
  method: 'POST',
  path: '/api/v1/generate',
  tag: 'AI',
  summary: 'Generate code with a model, and execute it',
  description:
    'Runs what the model wrote like any code, unless `execute` is false. With `Accept: text/event-stream` as it goes. ' +
    'Closing a JSON request cancels; a closed stream can be resumed for 60 s. A key needs the scope `execute` as well ' +
    'where the code is run.',
  access: 'generate',
  body: GenerateRequest,
  replies: { 200: GenerateResponse },
  stream: { events: GenerationEvent },
  errors: [
    'no_provider',
    'provider_not_found',
    'unknown_model',
    'model_unreachable',
    'model_timeout',
    'model_key_refused',
    'model_rate_limited',
    'model_failed',
    'no_code_in_answer',
    'answer_too_large',
    'generation_cancelled',
    'too_many_generations',
    'unknown_language',
    'environment_too_large',
    'unknown_secret',
    'secrets_must_be_named',
    'network_not_allowed',
    'queue_full',
    'queue_timeout',
    'engine_unavailable',
    'language_not_installed',
    'language_needs_docker',
    'memory_needs_docker',
  ],
});

export const cancelGeneration = defineEndpoint({
  method: 'POST',
  path: '/api/v1/generations/:id/cancel',
  tag: 'AI',
  summary: 'Cancel a generation',
  description: 'Answers when the model is no longer asked and nothing runs any more.',
  access: 'generate',
  params,
  replies: { 204: 'empty' },
  errors: ['generation_not_found', 'generation_finished'],
});

export const readGenerationEvents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/generations/:id/events',
  tag: 'AI',
  summary: 'Resume the stream of a generation',
  description:
    'Goes on after the event that `Last-Event-ID` names; from the first without it. Until 60 s after the end.',
  access: 'generate',
  params,
  replies: { 200: 'empty' },
  stream: { events: GenerationEvent, always: true },
  errors: ['generation_not_found'],
});
