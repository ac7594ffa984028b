import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { text, timestamp } from '../fields.ts';
import { Preconditions, VersionTag } from './preconditions.ts';

export const providerLimits = { providers: 20, apiKeyCharacters: 4096, models: 500 } as const;

/** Id of a provider, chosen by the caller: `openai`, `local-llama`. */
export const ProviderId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, {
    error: 'must begin with a lowercase letter or a digit, followed by at most 63 characters of a-z, 0-9, dot, _ or -',
  })
  .meta({ examples: ['local-llama'] });

/** An address without user name (it would be sent as a credential) and without query (it would cut request paths). */
const plainAddress = /^https?:\/\/[^\s\\/?#@]+(\/[^\s\\?#]*)?$/i;

const baseUrlForm =
  'must be an address such as http://127.0.0.1:11434/v1: http or https, without a user name, a query or a fragment';

export const BaseUrl = z
  .url({ protocol: /^https?$/, error: baseUrlForm })
  .max(2048)
  .refine((url) => plainAddress.test(url), {
    error: baseUrlForm,
  })
  .meta({
    description: 'A trailing slash and `/v1` are optional.',
    examples: ['http://127.0.0.1:11434'],
  });

const ModelName = text()
  .min(1)
  .max(256)
  .meta({ examples: ['qwen3-coder:30b'] });
const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, { error: 'must contain only ASCII letters, digits and punctuation, without spaces' })
  .max(providerLimits.apiKeyCharacters)
  .meta({ format: 'password' });

export const ProviderInput = z
  .strictObject({
    baseUrl: BaseUrl,
    model: ModelName,
    apiKey: apiKey.nullable().optional().meta({
      description:
        'Write-only. If absent, the stored key is kept as long as scheme, host and port stay the same; null removes it.',
    }),
    timeoutMs: z
      .int()
      .min(1000)
      .max(600_000)
      .optional()
      .meta({ description: 'Maximum time without data from the endpoint; 120,000 if absent.' }),
    default: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether this provider is used for requests that name none. The first provider is the default; true makes this one ' +
          'the default instead.',
      }),
  })
  .meta({ id: 'ProviderInput', examples: [{ baseUrl: 'http://127.0.0.1:11434', model: 'qwen3-coder:30b' }] });
export type ProviderInput = z.infer<typeof ProviderInput>;

/** An endpoint that is tested before it is stored. */
const ProviderTrial = ProviderInput.pick({ baseUrl: true, timeoutMs: true })
  .extend({
    model: ModelName.optional().meta({ description: 'Checked if present.' }),
    apiKey: apiKey.optional().meta({ description: 'Sent to this endpoint only, and not stored.' }),
    keyOf: ProviderId.optional().meta({
      description:
        'Without `apiKey`: the provider whose stored key is sent, if scheme, host and port of its address are the same.',
    }),
  })
  .meta({ id: 'ProviderTrial', examples: [{ baseUrl: 'http://127.0.0.1:11434' }] });
export type ProviderTrial = z.infer<typeof ProviderTrial>;

export const Provider = z
  .strictObject({
    id: z.string(),
    baseUrl: z.string().meta({ description: 'The address in use, with its version segment.' }),
    model: z.string(),
    hasKey: z.boolean(),
    timeoutMs: z.int(),
    default: z.boolean(),
    version: z.int().meta({ description: 'Number of changes, from 1.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'Provider', description: 'An OpenAI-compatible endpoint; its key is never returned.' });
export type Provider = z.infer<typeof Provider>;

/** Outcomes of testing an endpoint. */
export const providerOutcomes = [
  'ok',
  'dns',
  'refused',
  'tls',
  'timeout',
  'unreachable',
  'redirected',
  'unauthorized',
  'rate_limited',
  'server_error',
  'no_models',
  'unknown_model',
  'refused_request',
  'not_openai',
] as const;

export const ProviderTest = z
  .strictObject({
    outcome: z.enum(providerOutcomes).meta({
      description:
        '`ok`: the endpoint answers and has the model, if one is named. `no_models`: it lists no models, but the model answered ' +
        'a question; or no model is named. `refused_request`: it refuses every question to the model. `not_openai`: the endpoint does not speak the OpenAI protocol.',
    }),
    message: z.string().meta({ description: 'The outcome in a sentence, with the next step.' }),
    models: z.array(z.string()).optional().meta({ description: 'Models of the endpoint, if it lists them.' }),
  })
  .meta({ id: 'ProviderTest' });
export type ProviderTest = z.infer<typeof ProviderTest>;

const params = z.strictObject({ id: ProviderId });

export const listProviders = defineEndpoint({
  method: 'GET',
  path: '/api/v1/providers',
  tag: 'AI',
  summary: 'List model providers',
  description: 'With their addresses and models, without their keys.',
  access: 'admin',
  replies: { 200: z.strictObject({ providers: z.array(Provider) }).meta({ id: 'ProviderList' }) },
});

export const putProvider = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/providers/:id',
  tag: 'AI',
  summary: 'Create or update a model provider',
  description: 'Stores the address, the model and the key of an OpenAI-compatible endpoint. Nothing is sent to it.',
  access: 'admin',
  params,
  headers: Preconditions,
  body: ProviderInput,
  replies: { 200: Provider, 201: Provider },
  replyHeaders: VersionTag,
  errors: ['too_many_providers', 'precondition_failed'],
});

export const deleteProvider = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/providers/:id',
  tag: 'AI',
  summary: 'Delete a model provider',
  description: 'If it was the default, the oldest remaining provider becomes the default.',
  access: 'admin',
  params,
  replies: { 204: 'empty' },
  errors: ['provider_not_found'],
});

export const testProvider = defineEndpoint({
  method: 'POST',
  path: '/api/v1/providers/:id/test',
  tag: 'AI',
  summary: 'Test the connection to a model provider',
  description:
    'Requests the list of models and, if there is none, one word of the model. The reply is 200 for every outcome.',
  access: 'admin',
  params,
  replies: { 200: ProviderTest },
  errors: ['provider_not_found'],
});

export const tryProvider = defineEndpoint({
  method: 'POST',
  path: '/api/v1/provider-trials',
  tag: 'AI',
  summary: 'Test a model provider before it is stored, and list its models',
  description:
    'Requests the list of models from this address with this key, and stores neither. The reply is 200 for every outcome.',
  access: 'admin',
  body: ProviderTrial,
  replies: { 200: ProviderTest },
  errors: ['provider_not_found'],
});
