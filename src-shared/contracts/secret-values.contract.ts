import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { typedPassword } from '../fields.ts';
import { SecretName } from '../formats/secret-name.ts';
import { secretLimits } from './secrets.contract.ts';

/** Secrets that a program of this machine gets, and the password of their owner. */
const SecretRelease = z
  .strictObject({
    names: z
      .array(SecretName)
      .min(1)
      .max(secretLimits.secrets)
      .refine((names) => new Set(names).size === names.length, { error: 'must name each secret once' }),
    password: typedPassword().meta({ description: 'Password of the account.' }),
  })
  .meta({ id: 'SecretRelease', examples: [{ names: ['API_TOKEN'], password: 'correct horse battery' }] });

export const ReleasedSecrets = z
  .strictObject({
    secrets: z.array(z.strictObject({ name: z.string(), value: z.string().meta({ format: 'password' }) })),
  })
  .meta({ id: 'ReleasedSecrets' });
export type ReleasedSecrets = z.infer<typeof ReleasedSecrets>;

/** The only operation that returns values of secrets (docs/security.md, "Values for programs of this machine"). */
export const releaseSecretValues = defineEndpoint({
  method: 'POST',
  path: '/api/v1/secret-values',
  tag: 'Secrets',
  summary: 'Read values of secrets for a program of this machine',
  description:
    "For `strongroom with`, which masks the program's output. Requires a session, the account's password in each request, " +
    'and the setting `secrets.release`, which is off by default. It is refused over TCP, from web pages, to API keys and to ' +
    'agents. A secret with `hosts` is never returned. The audit log has the names before the answer is sent.',
  access: 'session',
  body: SecretRelease,
  replies: { 200: ReleasedSecrets },
  errors: [
    'invalid_credentials',
    'secret_release_off',
    'unknown_secret',
    'secret_proxy_only',
    'item_rolled_back',
    'rate_limited',
  ],
});
