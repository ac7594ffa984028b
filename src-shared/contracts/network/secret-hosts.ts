import { z } from 'zod';
import { HostPattern } from './host-pattern.ts';

/** Headers of requests that can contain the value of a secret if its owner names no other place. */
export const defaultSecretHeaders = ['authorization', 'x-api-key', 'api-key', 'x-auth-token', 'private-token'] as const;

const header = /^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Headers that decide how a request is read or sent on. */
const framing =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|range|accept-encoding|proxy-.*)$/;
const query = /^query:[^\s&=#]{1,64}$/;
const body = /^body:(?:\/(?:[^~/]|~[01]){1,64}){1,8}$/;

/**
 * A place in a request: the name of a header in lower case, `query:<parameter>`, `body:<JSON pointer>` (RFC 6901), or `path`.
 */
const Location = z
  .string()
  .max(600)
  .refine((text) => (header.test(text) && !framing.test(text)) || query.test(text) || body.test(text), {
    error: 'must be a header in lower case, query:<parameter>, body:<JSON pointer> or path',
  });

export const SecretHost = z
  .strictObject({
    host: HostPattern,
    in: z
      .array(Location)
      .min(1)
      .max(16)
      .optional()
      .meta({
        description:
          'Places in requests to this host: names of headers in lower case, `query:<parameter>`, `body:<JSON pointer>`, and `path` ' +
          `for any part of the path. If absent: ${defaultSecretHeaders.join(', ')}.`,
      }),
  })
  .meta({ id: 'SecretHost', examples: [{ host: 'api.example.com', in: ['authorization'] }] });
export type SecretHost = z.infer<typeof SecretHost>;

export const SecretHosts = z
  .array(SecretHost)
  .max(16)
  .meta({
    description:
      'Hosts whose requests can contain the value. A secret with hosts is never an environment variable: a program gets a ' +
      'placeholder, and the daemon puts the value into its requests.',
  });

export const PlaceholderPrefix = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,32}$/, { error: 'must be 1 to 32 letters, digits or _ . -' })
  .meta({
    description: 'Beginning of the placeholder, for clients that check the form of a key; `srph_<NAME>_` if absent.',
  });
