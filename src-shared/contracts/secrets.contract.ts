import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { text, textOfBytes, timestamp } from '../fields.ts';
import { SecretName } from '../formats/secret-name.ts';
import { listingQuery } from '../listing-query.ts';
import { PlaceholderPrefix, SecretHost, SecretHosts } from './network/secret-hosts.ts';
import { Preconditions, VersionTag } from './preconditions.ts';

/** Limits of an account's secrets; bytes count UTF-8. */
export const secretLimits = { valueBytes: 64 * 1024, descriptionCharacters: 1000, secrets: 200 } as const;

/** Shorter values occur by chance in what programs print. */
const maskedFromCharacters = 6;

/** Returns true if a value, or a line of a value, is long enough to be masked in the output of programs. */
export function isMaskable(value: string): boolean {
  return value.length >= maskedFromCharacters && Array.from(value).length >= maskedFromCharacters;
}

/** A shorter value of a secret with hosts can be guessed: masking shows if a guess of the whole value is right. */
export const unguessableBytes = 16;

/** Metadata of a secret, without its value. */
export const SecretMetadata = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    version: z
      .int()
      .meta({ description: 'Counts the changes of the secret, from 1: new values, and edits of other fields.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    hosts: z.array(SecretHost).optional().meta({
      description: 'Hosts whose requests can contain the value; absent: the value is an environment variable.',
    }),
    placeholderPrefix: z.string().optional(),
    lastUsedAt: timestamp()
      .nullable()
      .meta({ description: 'Time of the last run, or release to a program of this machine, that got the secret.' }),
    masked: z
      .literal(false)
      .optional()
      .meta({ description: 'false: the value is too short to be masked in the output of programs.' }),
    guessable: z
      .literal(true)
      .optional()
      .meta({
        description:
          'true: the secret has hosts and its value has less than 16 bytes. A program can send guesses to a host that ' +
          'returns them, and masking shows it which one is right. Use a longer random value.',
      }),
    injected: z
      .literal(false)
      .optional()
      .meta({
        description:
          'false: no run gets the secret, because an interpreter, the loader or a tool takes code from a variable of this ' +
          'name.',
      }),
  })
  .meta({ id: 'SecretMetadata' });
export type SecretMetadata = z.infer<typeof SecretMetadata>;

/** Value of a secret: the text of an environment variable, which cannot contain NUL. */
export const SecretText = textOfBytes(1, secretLimits.valueBytes).refine((value) => !value.includes('\0'), {
  error: 'must not contain a NUL character',
});

const SecretInput = z
  .strictObject({
    name: text().max(128).optional().meta({
      description: 'The name in the path, for clients that repeat it; another name is an error.',
    }),
    value: SecretText.meta({ format: 'password', description: '1 byte to 64 KiB in UTF-8.' }),
    description: text()
      .max(secretLimits.descriptionCharacters)
      .optional()
      .meta({ description: 'An update without it keeps the current description.' }),
    hosts: SecretHosts.optional(),
    placeholderPrefix: PlaceholderPrefix.optional(),
  })
  .meta({
    id: 'SecretInput',
    examples: [{ value: 'a value of the service', description: 'Token of the weather service' }],
  });
export type SecretInput = z.infer<typeof SecretInput>;

const SecretPatch = z
  .strictObject({
    description: text().max(secretLimits.descriptionCharacters).optional(),
    hosts: SecretHosts.optional(),
    placeholderPrefix: PlaceholderPrefix.nullable().optional().meta({
      description: 'null removes it; a secret without hosts has none.',
    }),
  })
  .refine((patch) => Object.keys(patch).length > 0, { error: 'must contain a field to change' })
  .meta({ id: 'SecretPatch', examples: [{ description: 'Token of the weather service' }] });
export type SecretPatch = z.infer<typeof SecretPatch>;

const params = z.strictObject({ name: SecretName });

export const putSecret = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/secrets/:name',
  tag: 'Secrets',
  summary: 'Create or update a secret',
  description:
    'Programs get the value as the environment variable of this name. A new secret cannot have ' +
    'the name of a variable from which an interpreter, the loader or a tool takes code (`NODE_OPTIONS`, `BASH_ENV`, …; ' +
    'docs/secrets.md has the list). A key with `secretNames` can write only these secrets; any other name is 403, whether ' +
    'the secret exists or not.',
  access: 'secrets',
  params,
  headers: Preconditions,
  body: SecretInput,
  replies: { 200: SecretMetadata, 201: SecretMetadata },
  replyHeaders: VersionTag,
  errors: ['too_many_secrets', 'precondition_failed'],
});

export const editSecret = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/secrets/:name',
  tag: 'Secrets',
  summary: 'Change a secret without its value',
  description:
    'Absent fields and the value do not change; an empty list of hosts makes the secret an environment variable. A change ' +
    'increments the version; a request that changes nothing does not. Without the value, an API key cannot add hosts, add ' +
    'places in their requests, or remove all hosts: use a session, or send the value with PUT. A key with `secretNames` can ' +
    'change only these secrets; any other name is 403, whether the secret exists or not.',
  access: 'secrets',
  params,
  headers: Preconditions.pick({ 'If-Match': true }),
  body: SecretPatch,
  replies: { 200: SecretMetadata },
  replyHeaders: VersionTag,
  errors: ['secret_not_found', 'precondition_failed', 'item_rolled_back'],
});

export const listSecrets = defineEndpoint({
  method: 'GET',
  path: '/api/v1/secrets',
  tag: 'Secrets',
  summary: 'List secrets',
  description: 'Sorted by name, without values. A key with `secretNames` sees only these secrets.',
  access: 'secrets',
  query: listingQuery,
  replies: { 200: z.strictObject({ secrets: z.array(SecretMetadata) }).meta({ id: 'SecretList' }) },
});

export const deleteSecret = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/secrets/:name',
  tag: 'Secrets',
  summary: 'Delete a secret',
  description:
    'A key with `secretNames` can delete only these secrets; any other name is 403, whether the secret exists or not.',
  access: 'secrets',
  params,
  replies: { 204: 'empty' },
  errors: ['secret_not_found'],
});
