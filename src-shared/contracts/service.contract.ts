import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { base64Of } from '../fields.ts';
import { clusterNameLength, EngineLocation } from './engine-location.ts';

const previousStop = z.enum(['clean', 'unexpected']).meta({
  description: 'unexpected: the previous daemon did not stop cleanly, so the sessions of browsers were ended.',
});
/** How the previous daemon stopped; `clean` also if there was none. */
export type PreviousStop = z.infer<typeof previousStop>;

export const Health = z
  .strictObject({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptimeSeconds: z.number(),
    engine: z.strictObject({
      name: z.string(),
      status: z.enum(['ready', 'starting', 'building_image', 'unavailable']),
      place: EngineLocation,
      cluster: z.string().max(clusterNameLength).optional().meta({ description: 'Cluster and namespace, for people.' }),
      reason: z.string().optional(),
      nextStep: z.string().optional(),
    }),
    database: z.enum(['ok', 'failing']),
    auditCopy: z
      .enum(['ok', 'failing'])
      .meta({ description: 'failing: the newest head of the audit log could not be copied to the key store.' }),
    integrity: z
      .strictObject({
        status: z.enum(['ok', 'failing']),
        reason: z.string().optional(),
        nextStep: z.string().optional(),
      })
      .meta({ description: 'failing: the audit log or an item differs from the state that this daemon last wrote.' }),
    keyStore: z.enum(['os', 'file', 'passphrase']),
    previousStop,
    hasAccounts: z
      .boolean()
      .meta({ description: 'Whether an account exists; a new browser then begins with the login.' }),
  })
  .meta({ id: 'HealthResponse' });
export type Health = z.infer<typeof Health>;

export const readHealth = defineEndpoint({
  method: 'GET',
  path: '/api/v1/health',
  tag: 'Service',
  summary: 'Health check',
  description: 'Answers 200 while the daemon serves. `degraded` means that a part does not work; its field says which.',
  access: 'open',
  replies: { 200: Health },
});

export const ApiInfo = z
  .strictObject({
    name: z.literal('strongroom'),
    version: z.string(),
    documentation: z.strictObject({ page: z.string(), openapi: z.string() }),
    operations: z.array(z.strictObject({ summary: z.string(), method: z.string(), path: z.string() })),
  })
  .meta({ id: 'ApiInfo' });
export type ApiInfo = z.infer<typeof ApiInfo>;

export const readApiInfo = defineEndpoint({
  method: 'GET',
  path: '/api/v1',
  tag: 'Service',
  summary: 'API info',
  description: 'Name and version of the daemon, addresses of its documentation, and the list of operations.',
  access: 'open',
  replies: { 200: ApiInfo },
});

export const readOpenApi = defineEndpoint({
  method: 'GET',
  path: '/api/v1/openapi.json',
  tag: 'Service',
  summary: 'OpenAPI 3.1 document',
  description: 'This document, generated from the operations that the daemon serves.',
  access: 'open',
  replies: { 200: z.record(z.string(), z.unknown()) },
});

const exampleNonce = 'Phgq6eei89LY5CImk9dASg==';

export const handshake = defineEndpoint({
  method: 'POST',
  path: '/api/v1/handshake',
  tag: 'Service',
  summary: 'Prove the daemon to a client',
  description:
    'Returns HMAC-SHA256(proofKey, nonce ‖ port ‖ pid) in base64. proofKey is in the run file, which only its owner can ' +
    'read; nonce is the decoded bytes; port and pid are 32-bit big-endian integers.',
  access: 'open',
  body: z
    .strictObject({ nonce: base64Of(16, 64).meta({ description: '16 to 64 random bytes in base64.' }) })
    .meta({ examples: [{ nonce: exampleNonce }] }),
  replies: { 200: z.strictObject({ proof: base64Of(32) }) },
});

export const provePage = defineEndpoint({
  method: 'POST',
  path: '/api/v1/handshake/page',
  tag: 'Service',
  summary: 'Prove the daemon to a page',
  description:
    'Returns HMAC-SHA256(key, nonce ‖ port) in base64. key belongs to the id with which the page was served; nonce is the ' +
    'decoded bytes; port is a 32-bit big-endian integer. The interface calls this before each of its requests.',
  access: 'open',
  body: z
    .strictObject({
      page: z
        .string()
        .regex(/^(start|lasting)-[A-Za-z0-9_-]{22}$/)
        .meta({ description: 'The id with which the page was served.' }),
      nonce: base64Of(16, 64).meta({ description: '16 to 64 random bytes in base64.' }),
    })
    .meta({ examples: [{ page: 'start-3Jm0VtDq1bYw2nXk8LcRzA', nonce: exampleNonce }] }),
  replies: { 200: z.strictObject({ proof: base64Of(32) }) },
  errors: ['locked'],
});
