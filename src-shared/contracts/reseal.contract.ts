import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { CodeName } from '../formats/code-name.ts';
import { examplePayload, ZKPayload } from '../zk/zk-payload.ts';

/** Time after which a change of the master password that was not finished is forgotten. */
export const resealHours = 24;

const id = z
  .string()
  .regex(/^rsl_[A-Za-z0-9_-]{22}$/, { error: 'must be the id that the start of the change answered' });
const revision = z.int().min(1).meta({ description: 'The current revision, whose code the payload has.' });

export const beginReseal = defineEndpoint({
  method: 'POST',
  path: '/api/v1/zk/reseals',
  tag: 'Vault',
  summary: 'Begin to change the master password',
  description:
    'Answers an id, under which the client sends every script again, sealed under the new password. Nothing changes until the ' +
    `commit: a change that is broken off is forgotten after ${resealHours} h, or when another one begins.`,
  access: 'session',
  replies: { 201: z.strictObject({ id }).meta({ id: 'Reseal' }) },
});

export const putResealed = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/zk/reseals/:id/code/:name',
  tag: 'Vault',
  summary: 'Send a script that is sealed under the new password',
  description: 'Kept next to the stored script until the commit. A script that is sent twice is replaced.',
  access: 'session',
  params: z.strictObject({ id, name: CodeName }),
  body: z
    .strictObject({ revision, encryptedPayload: ZKPayload })
    .meta({ id: 'ResealedCode', examples: [{ revision: 1, encryptedPayload: examplePayload }] }),
  replies: { 204: 'empty' },
  errors: ['reseal_not_found', 'code_not_found', 'reseal_outdated'],
});

export const commitReseal = defineEndpoint({
  method: 'POST',
  path: '/api/v1/zk/reseals/:id/commit',
  tag: 'Vault',
  summary: 'Change the master password',
  description:
    'Makes the payloads that were sent the current revision of every script, all or none, and deletes the older revisions, which ' +
    'the old password opens. Refused if a script is missing, or was changed since its payload was sent.',
  access: 'session',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      otherPassword: z.array(CodeName).max(100_000).optional().meta({
        description: 'Scripts that stay as they are, with all their revisions, because another password seals them.',
      }),
    })
    .meta({ id: 'ResealCommit', examples: [{ otherPassword: ['imported.py'] }] })
    .optional(),
  replies: {
    200: z.strictObject({ code: z.int().meta({ description: 'Number of scripts.' }) }).meta({ id: 'Resealed' }),
  },
  errors: ['reseal_not_found', 'reseal_outdated', 'item_rolled_back'],
});

export const cancelReseal = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/zk/reseals/:id',
  tag: 'Vault',
  summary: 'Break off a change of the master password',
  description: 'Deletes what was sent. The stored scripts are as before.',
  access: 'session',
  params: z.strictObject({ id }),
  replies: { 204: 'empty' },
});
