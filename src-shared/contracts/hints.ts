import { z } from 'zod';

/** Kinds of changes that hints suggest for the next run. Each client has a text of its own for each of them. */
export const hintCodes = [
  'package_missing',
  'packages_off',
  'network_off',
  'host_blocked',
  'secret_not_used',
  'secret_needs_host',
  'file_missing',
  'folder_missing',
  'command_missing',
  'needs_docker',
  'input_missing',
  'memory_limit',
  'time_limit',
] as const;

const HintAction = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('add_package'),
      language: z.string(),
      name: z.string(),
      isKnown: z.boolean().meta({
        description: 'True if the package is known to have the module; false if only the names are the same.',
      }),
    }),
    z.strictObject({ type: z.literal('use_packages') }),
    z.strictObject({ type: z.literal('allow_host'), host: z.string(), port: z.int() }),
    z.strictObject({
      type: z.literal('use_secret'),
      name: z.string(),
      hosts: z.array(z.string()).optional().meta({
        description: 'Hosts that the secret is bound to; absent: the program gets it as a variable.',
      }),
    }),
    z.strictObject({ type: z.literal('give_input') }),
    z.strictObject({ type: z.literal('raise_memory'), memoryMb: z.int() }),
    z.strictObject({ type: z.literal('raise_time'), timeoutMs: z.int() }),
  ])
  .meta({ id: 'HintAction' });
export type HintAction = z.infer<typeof HintAction>;

export const Hint = z
  .strictObject({
    code: z.enum(hintCodes),
    text: z.string().meta({ description: 'One or two sentences for a person, without names of options.' }),
    action: HintAction.optional().meta({ description: 'The change of the next run that would help.' }),
  })
  .meta({ id: 'Hint', description: 'Why a run probably failed, from facts about the run, and what would help.' });
export type Hint = z.infer<typeof Hint>;

/** Maximum number of hints of a run. */
export const maxHints = 6;

/** The hints of a result. */
export const hintsField = {
  hints: z
    .array(Hint)
    .max(maxHints)
    .optional()
    .meta({ description: 'Probable reasons of a failure with what would help; absent if none is known.' }),
};
