import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { instant, text, timestamp } from '../fields.ts';
import { SecretName } from '../formats/secret-name.ts';
import { Scope } from '../scopes.ts';
import { CeilingHost } from './network/host-pattern.ts';
import { networkLimits } from './network/network-limits.ts';

export const ApiKeyInfo = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    scopes: z.array(Scope),
    secretNames: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The only secrets that this key can use, see, write and delete; null: the scopes decide.' }),
    networkHosts: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The only hosts that network rules of this key can allow; null: the account decides.' }),
    createdAt: timestamp(),
    expiresAt: timestamp().nullable(),
    lastUsedAt: timestamp().nullable(),
    lostRights: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'What the key could do when it was created and can no longer do, because rules became stricter: one sentence each, ' +
          'with the way around it. Absent if it has lost nothing.',
      }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyInfo = z.infer<typeof ApiKeyInfo>;

export const NewApiKey = z
  .strictObject({
    name: text().min(1).max(100),
    scopes: z
      .array(Scope)
      .min(1)
      .max(7)
      .refine((list) => new Set(list).size === list.length, { error: 'must not repeat a scope' }),
    secretNames: z
      .array(SecretName)
      .max(200)
      .optional()
      .meta({
        description:
          'The only secrets that runs with this key get and that the key can see, write and delete (these three require ' +
          'the scope `secrets`). Such a key sees only its own runs, unless it has the scope `audit`, and cannot add ' +
          'packages.',
      }),
    networkHosts: z.array(CeilingHost).max(networkLimits.ceilingEntries).optional().meta({
      description:
        'The only hosts that network rules of runs with this key can allow. Such a key cannot use the network `full`.',
    }),
    expiresAt: instant().optional(),
  })
  .meta({ id: 'NewApiKey', examples: [{ name: 'nightly report', scopes: ['execute'], secretNames: ['API_TOKEN'] }] });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const listApiKeys = defineEndpoint({
  method: 'GET',
  path: '/api/v1/api-keys',
  tag: 'API keys',
  summary: 'List API keys',
  description: 'With their rights and their last use, without the keys themselves.',
  access: 'admin',
  replies: { 200: z.strictObject({ apiKeys: z.array(ApiKeyInfo) }) },
});

export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/api/v1/api-keys',
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'The key itself is returned only here. It can do no more than the caller: it has no scope, secret or host that the caller ' +
    'may not use, and no later end.',
  access: 'admin',
  body: NewApiKey,
  replies: { 201: ApiKeyInfo.extend({ apiKey: z.string() }).meta({ id: 'CreatedApiKey' }) },
});

export const revokeApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/api-keys/:id',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description: 'Ends the key immediately, with its streams and the sandboxes that it created.',
  access: 'admin',
  params: z.strictObject({ id: z.string() }),
  replies: {
    200: z
      .strictObject({ sandboxesEnded: z.int().meta({ description: 'Number of sandboxes that ended with the key.' }) })
      .meta({ id: 'RevokedApiKey' }),
  },
  errors: ['api_key_not_found'],
});
