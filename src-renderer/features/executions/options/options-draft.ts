import { z } from 'zod';

/** Stored run options of a script. The order of the fields determines the stored text. */
export const OptionsDraft = z.object({
  args: z.string(),
  stdin: z.string(),
  files: z.array(
    z.object({ path: z.string(), size: z.number(), content: z.string(), encoding: z.enum(['utf8', 'base64']) }),
  ),
  secrets: z.union([z.literal('all'), z.array(z.string())]),
  packages: z.boolean(),
  timeoutSeconds: z.string(),
  // A draft of an earlier version has none.
  compileTimeoutSeconds: z.string().default(''),
  maxQueueSeconds: z.string().default(''),
  memoryMb: z.string(),
  network: z.enum(['none', 'full']),
});
