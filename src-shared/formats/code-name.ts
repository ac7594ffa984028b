import { z } from 'zod';

export const codeNamePattern = /^[A-Za-z0-9][A-Za-z0-9._ -]{0,127}$/;

/** Name of a stored script. */
export const CodeName = z
  .string()
  .regex(codeNamePattern, {
    error: 'must begin with a letter or digit, and then have at most 127 letters, digits, spaces or . _ -',
  })
  .meta({ examples: ['nightly report'] });
