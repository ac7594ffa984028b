import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ErrorBody } from '../error-body.ts';
import { text, textOfBytes } from '../fields.ts';
import { RunOptions, requestLimits } from './execute-request.ts';
import {
  ExecuteResponse,
  InstalledEventData,
  InstallingEventData,
  InstallLogEventData,
  OutputEventData,
  PrintedEventData,
  ResultFile,
} from './executions.contract.ts';
import { Prompt } from './generated-run.ts';
import { NetworkEventData } from './network/network-events.ts';
import { ProviderId } from './providers.contract.ts';

const mebibyte = 1024 * 1024;

export const GenerateRequest = RunOptions.extend({
  prompt: Prompt,
  language: text().min(1).max(64).meta({ description: 'An id or alias of GET /api/v1/languages.' }),
  execute: z.boolean().optional().meta({ description: 'Whether to run the code; true if absent.' }),
  provider: ProviderId.optional().meta({ description: 'Id of the model provider; the default provider if absent.' }),
  model: text().min(1).max(256).optional().meta({ description: "Name of the model; the provider's model if absent." }),
  maxRepairs: z.int().min(0).max(3).optional().meta({
    description:
      'Maximum number of repairs by the model after the code failed; 0 if absent, and if `execute` is false.',
  }),
  previous: z
    .strictObject({
      code: textOfBytes(1, requestLimits.codeBytes),
      output: textOfBytes(0, mebibyte)
        .optional()
        .meta({ description: 'How the code failed: exit code and errors. The model gets the last 8,000 characters.' }),
    })
    .optional()
    .meta({ description: 'Code that the model should repair or change; `prompt` is the original prompt.' }),
  secrets: RunOptions.shape.secrets.meta({
    description: 'Secrets that the code can read; the model gets their names. None if absent.',
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

const tokens = () =>
  z.int().nullable().meta({ description: 'Total of all attempts; null if the endpoint does not report it.' });

export const GenerateResponse = z
  .strictObject({
    id: z.string(),
    code: z.string().meta({ description: 'Code of the last attempt that was run, else of the last attempt.' }),
    language: z.string(),
    model: z.string(),
    provider: z.string(),
    attempts: z.array(GenerationAttempt).meta({ description: 'All attempts, oldest first.' }),
    execution: ExecuteResponse.optional().meta({ description: 'The last run, which is the run of `code`.' }),
    usage: z.strictObject({ promptTokens: tokens(), completionTokens: tokens(), totalTokens: tokens() }),
    stopReason: z.enum(stopReasons).meta({
      description:
        '`failed`: the program failed and no repair was left. `identical_code`: the model returned the same code again. ' +
        '`repair_failed`: the model returned no repaired code. `run_failed`: the last program could not be run, and ' +
        '`runError` says why.',
    }),
    runError: ErrorBody.shape.error.pick({ code: true, message: true }).optional().meta({
      description: 'Why the last attempt could not be run: the error that POST /api/v1/execute would return.',
    }),
    notices: z.array(z.string()).optional().meta({ description: 'Messages for users.' }),
  })
  .meta({ id: 'GenerateResponse' });
export type GenerateResponse = z.infer<typeof GenerateResponse>;

const number = z.int().meta({ description: 'Number of the attempt, from 1.' });

/** Events of a generation's stream, by name. The SSE `id` is one sequence over all of them. */
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
    z.strictObject({ event: z.literal('installing'), data: InstallingEventData }),
    z.strictObject({ event: z.literal('install_log'), data: InstallLogEventData }),
    z.strictObject({ event: z.literal('installed'), data: InstalledEventData }),
    z.strictObject({ event: z.literal('stdout'), data: OutputEventData }),
    z.strictObject({ event: z.literal('stderr'), data: OutputEventData }),
    z.strictObject({ event: z.literal('printed'), data: PrintedEventData }),
    z.strictObject({ event: z.literal('network'), data: NetworkEventData }),
    z.strictObject({ event: z.literal('file'), data: ResultFile }),
    z.strictObject({ event: z.literal('run_finished'), data: ExecuteResponse }),
    z.strictObject({ event: z.literal('finished'), data: GenerateResponse }),
    z.strictObject({ event: z.literal('error'), data: ErrorBody }),
  ])
  .meta({
    id: 'GenerationEvent',
    description:
      'Each attempt sends `attempt`, then `code` and `words` (text of the model around its code) as they arrive, then ' +
      '`generated` with the whole code, which is authoritative. If the code is run, `run_started`, the events of the run ' +
      'and `run_finished` follow. The last event is `finished` or `error`.',
  });
export type GenerationEvent = z.infer<typeof GenerationEvent>;

const params = z.strictObject({ id: z.string() });

export const generate = defineEndpoint({
  method: 'POST',
  path: '/api/v1/generate',
  tag: 'AI',
  summary: 'Generate code with a model, and execute it',
  description:
    'Runs the code of the model like any other code, unless `execute` is false. With `Accept: text/event-stream`, the ' +
    'events are streamed. Closing a JSON request cancels the generation; a closed stream can be resumed for 60 s. To run ' +
    'the code, a key also needs the scope `execute`.',
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
    'model_refused',
    'answer_too_large',
    'generation_cancelled',
    'too_many_generations',
    'unknown_language',
    'environment_too_large',
    'unknown_secret',
    'secrets_must_be_named',
    'network_not_allowed',
    'cluster_not_allowed',
    'secret_not_bound',
    'secret_proxy_only',
    'egress_unavailable',
    'packages_not_supported',
    'packages_failed',
    'queue_full',
    'queue_timeout',
    'engine_unavailable',
    'capacity_unavailable',
    'run_interrupted',
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
  description: 'Answers when the request to the model and the run have ended.',
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
    'Continues after the event in `Last-Event-ID`; without it, starts with the first event. Available until 60 s after the ' +
    'end of the generation.',
  access: 'generate',
  params,
  replies: { 200: 'empty' },
  stream: { events: GenerationEvent, always: true },
  errors: ['generation_not_found'],
});
