import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { text, timestamp } from '../fields.ts';
import { Preconditions, VersionTag } from './preconditions.ts';

export const providerLimits = { providers: 20, apiKeyCharacters: 4096, models: 500 } as const;

/** How a caller names a provider: `openai`, `local-llama`. */
export const ProviderId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, {
  error: 'must begin with a small letter or a digit, and then have at most 63 of a-z, 0-9, dot, _ or -',
});

/** Whoever is named before the host would be sent as a credential, and a question mark would cut the paths of requests. */
const plainAddress = /^https?:\/\/[^\s\\/?#@]+(\/[^\s\\?#]*)?$/i;

const baseUrlForm =
  'must be an address such as http://127.0.0.1:11434/v1: http or https, without a user, a query or a fragment';

export const BaseUrl = z
  .url({ protocol: /^https?$/, error: baseUrlForm })
  .max(2048)
  .refine((url) => plainAddress.test(url), {
    error: baseUrlForm,
  })
  .meta({
    description: 'With or without a slash at the end, with or without `/v1`: all the same.',
    examples: ['http://127.0.0.1:11434'],
  });

const ModelName = text()
  .min(1)
  .max(256)
  .meta({ examples: ['qwen3-coder:30b'] });
const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, { error: 'must consist of plain letters, digits and signs (ASCII), without spaces' })
  .max(providerLimits.apiKeyCharacters)
  .meta({ format: 'password' });

export const ProviderInput = z
  .strictObject({
    baseUrl: BaseUrl,
    model: ModelName,
    apiKey: apiKey.nullable().optional().meta({
      description:
        'Only goes in. Absent, the key that is there stays, but only for the same scheme, host and port; null takes it away.',
    }),
    timeoutMs: z
      .int()
      .min(1000)
      .max(600_000)
      .optional()
      .meta({ description: 'How long the endpoint may be silent; 120,000 if absent.' }),
    default: z.boolean().optional().meta({
      description: 'Used where a request names no provider. The first one is; true takes it from another.',
    }),
  })
  .meta({ id: 'ProviderInput' });
export type ProviderInput = z.infer<typeof ProviderInput>;

export const Provider = z
  .strictObject({
    id: z.string(),
    baseUrl: z.string().meta({ description: 'As it is used: with its version segment.' }),
    model: z.string(),
    hasKey: z.boolean(),
    timeoutMs: z.int(),
    default: z.boolean(),
    version: z.int().meta({ description: 'Counts its changes, from 1.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'Provider', description: 'An OpenAI-compatible endpoint; its key is never told.' });
export type Provider = z.infer<typeof Provider>;

/** What became of a look at an endpoint. */
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
  'not_openai',
] as const;

export const ProviderTest = z
  .strictObject({
    outcome: z.enum(providerOutcomes).meta({
      description:
        '`ok`: the endpoint answers and has the model. `no_models`: it has no `/models`, but answered a question to ' +
        'the model. `not_openai`: something answers that does not speak the protocol.',
    }),
    message: z.string().meta({ description: 'In words, with the next step.' }),
    models: z.array(z.string()).optional().meta({ description: 'What the endpoint offers, where it tells.' }),
  })
  .meta({ id: 'ProviderTest' });
export type ProviderTest = z.infer<typeof ProviderTest>;

const params = z.strictObject({ id: ProviderId });

export const listProviders = defineEndpoint({
  method: 'GET',
  path: '/api/v1/providers',
  tag: 'AI',
  summary: 'List model providers',
  access: 'admin',
  replies: { 200: z.strictObject({ providers: z.array(Provider) }).meta({ id: 'ProviderList' }) },
});

export const putProvider = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/providers/:id',
  tag: 'AI',
  summary: 'Create or update a model provider',
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
  description: 'Where it was the default, the oldest of the others becomes it.',
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
    'Asks for the list of models, and where there is none for one word of the model. Whatever comes of it is a 200.',
  access: 'admin',
  params,
  replies: { 200: ProviderTest },
  errors: ['provider_not_found'],
});
