import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { text, textOfBytes, timestamp } from '../fields.ts';
import { SecretName } from '../formats/secret-name.ts';
import { Preconditions, VersionTag } from './preconditions.ts';

/** The limits of an account's secrets; bytes count UTF-8. */
export const secretLimits = { valueBytes: 64 * 1024, descriptionCharacters: 1000, secrets: 200 } as const;

/** Shorter ones stand in too much of what programs print by chance. */
const maskedFromCharacters = 6;

/** Whether a value, or a line of one, is long enough to be masked in what programs print. */
export function isMaskable(value: string): boolean {
  return value.length >= maskedFromCharacters && Array.from(value).length >= maskedFromCharacters;
}

/** What is told of a secret: never its value. */
export const SecretMetadata = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    version: z.int().meta({ description: 'Counts the values that it has had, from 1.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    lastUsedAt: timestamp().nullable().meta({ description: 'When a run was last given it.' }),
    masked: z
      .literal(false)
      .optional()
      .meta({ description: 'false: the value is too short to be masked in what programs print.' }),
    injected: z.literal(false).optional().meta({
      description:
        'false: no run gets it, because an interpreter, the loader or a tool takes code from a variable of this name.',
    }),
  })
  .meta({ id: 'SecretMetadata' });
export type SecretMetadata = z.infer<typeof SecretMetadata>;

/** A value is the text of an environment variable: no NUL can be in it. */
export const SecretText = textOfBytes(1, secretLimits.valueBytes).refine((value) => !value.includes('\0'), {
  error: 'must not contain a NUL character',
});

const SecretInput = z
  .strictObject({
    value: SecretText.meta({ format: 'password', description: '1 byte to 64 KiB in UTF-8.' }),
    description: text()
      .max(secretLimits.descriptionCharacters)
      .optional()
      .meta({ description: 'Kept as it is where an update leaves it out.' }),
  })
  .meta({ id: 'SecretInput' });
export type SecretInput = z.infer<typeof SecretInput>;

const params = z.strictObject({ name: SecretName });

export const putSecret = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/secrets/:name',
  tag: 'Secrets',
  summary: 'Create or update a secret',
  description:
    'The value goes in and never comes out: programs get it as the environment variable of its name. A name that an ' +
    'interpreter, the loader or a tool takes code from (`NODE_OPTIONS`, `BASH_ENV`, …; docs/secrets.md has the list) is ' +
    'refused for a new secret. A key with `secretNames` creates and replaces these alone; any other name is 403, ' +
    'whether there is such a secret or not.',
  access: 'secrets',
  params,
  headers: Preconditions,
  body: SecretInput,
  replies: { 200: SecretMetadata, 201: SecretMetadata },
  replyHeaders: VersionTag,
  errors: ['too_many_secrets', 'precondition_failed'],
});

export const listSecrets = defineEndpoint({
  method: 'GET',
  path: '/api/v1/secrets',
  tag: 'Secrets',
  summary: 'List secrets',
  description: 'By name. No route returns a value. A key with `secretNames` sees these alone.',
  access: 'secrets',
  replies: { 200: z.strictObject({ secrets: z.array(SecretMetadata) }).meta({ id: 'SecretList' }) },
});

export const deleteSecret = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/secrets/:name',
  tag: 'Secrets',
  summary: 'Delete a secret',
  description: 'A key with `secretNames` deletes these alone; any other name is 403, whether it exists or not.',
  access: 'secrets',
  params,
  replies: { 204: 'empty' },
  errors: ['secret_not_found'],
});
