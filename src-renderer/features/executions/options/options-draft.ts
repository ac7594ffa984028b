import { z } from 'zod';
import { StoredFiles, StoredOptions } from './stored-options.ts';

const Fields = StoredOptions.extend({ files: StoredFiles });

/** The selected profile and the others, and the path of the program. The options of an earlier version have none. */
export const storedProfiles = {
  entry: z.string().optional(),
  profile: z.string().default(''),
  others: z.array(z.object({ name: z.string(), options: Fields })).default([]),
};

const Profiles = Fields.extend(storedProfiles);

/**
 * Stored run options of a script. The order of the fields determines the stored text. Before there were rules, no script had any,
 * and `none` was the only other choice than the whole network.
 */
export const OptionsDraft = z.preprocess(
  (stored) => (isWithoutRules(stored) && stored.network === 'none' ? { ...stored, network: 'script' } : stored),
  Profiles,
);

function isWithoutRules(stored: unknown): stored is { network?: unknown } {
  return typeof stored === 'object' && stored !== null && !('rules' in stored);
}
