import { z } from 'zod';
import { NetworkChoice, StoredRules } from './stored-network.ts';
import { StoredForm } from './stored-options.ts';

const Fields = z.object({
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
  network: NetworkChoice,
  rules: StoredRules,
  form: StoredForm,
});

/** The selected profile and the others. The options of an earlier version have none. */
const Profiles = Fields.extend({
  profile: z.string().default(''),
  others: z.array(z.object({ name: z.string(), options: Fields })).default([]),
});

/**
 * Stored run options of a script. The order of the fields determines the stored text. Before there were rules, no script
 * had any, and `none` was the only other choice than the whole network.
 */
export const OptionsDraft = z.preprocess(
  (stored) => (isWithoutRules(stored) && stored.network === 'none' ? { ...stored, network: 'script' } : stored),
  Profiles,
);

function isWithoutRules(stored: unknown): stored is { network?: unknown } {
  return typeof stored === 'object' && stored !== null && !('rules' in stored);
}
