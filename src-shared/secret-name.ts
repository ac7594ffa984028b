import { z } from 'zod';

const reserved = /^(PATH|HOME|LD_.*)$/;

/** The name of an environment variable that a secret may have. */
export const SecretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
    error: 'must be a letter or _ and then at most 127 letters, digits or _',
  })
  .refine((name) => !reserved.test(name), { error: 'PATH, HOME and LD_* belong to the sandbox' })
  .refine((name) => name !== '__proto__', { error: 'is not a name that a variable can have here' });
