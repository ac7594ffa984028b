import { z } from 'zod';
import { NetworkChoice, StoredRules } from './stored-network.ts';

/** The values of a form. A draft of an earlier version has none. */
export const StoredForm = z.record(z.string(), z.string()).default({});

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
  form: StoredForm,
});
