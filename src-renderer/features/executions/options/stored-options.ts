import { z } from 'zod';
import { NetworkChoice, StoredRules } from './stored-network.ts';

/** Files of a draft with their content. */
export const StoredFiles = z.array(
  z.object({
    ...{ path: z.string(), size: z.number(), content: z.string(), encoding: z.enum(['utf8', 'base64']) },
    executable: z.boolean().optional(),
  }),
);

/** Run options of a draft, without the files. */
export const StoredOptions = z.object({
  args: z.string(),
  stdin: z.string(),
  secrets: z.union([z.literal('all'), z.array(z.string())]),
  packages: z.boolean(),
  timeoutSeconds: z.string(),
  // A draft of an earlier version has none.
  compileTimeoutSeconds: z.string().default(''),
  maxQueueSeconds: z.string().default(''),
  memoryMb: z.string(),
  network: NetworkChoice,
  rules: StoredRules,
  // A draft of an earlier version has none of the next four.
  withPackages: z.string().default(''),
  environment: z.string().default(''),
  variables: z.string().default(''),
  form: z.record(z.string(), z.string()).default({}),
});
