import { z } from 'zod';

const reserved = /^(PATH|HOME|LD_.*)$/;

/** Name of a secret, which is also the name of its environment variable. */
export const SecretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
    error: 'must begin with a letter or _, and then have at most 127 letters, digits or _',
  })
  .refine((name) => !reserved.test(name), { error: 'must not be PATH, HOME or LD_*, because the sandbox sets these' })
  .refine((name) => name !== '__proto__', { error: 'must not be __proto__' })
  .meta({ examples: ['API_TOKEN'] });
