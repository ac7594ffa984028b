import { z } from 'zod';
import { text, textOfBytes } from '../fields.ts';

const promptBytes = 64 * 1024;

/** What a model is asked for, in words. */
export const Prompt = textOfBytes(1, promptBytes)
  .refine((prompt) => prompt.trim() !== '', { error: 'must not be blank' })
  .meta({ description: 'At most 64 KiB in UTF-8. It goes to the model, and stays in the audit log.' });

/** Says of an execution that a model wrote its code and a person approved it. */
export const GeneratedRun = z
  .strictObject({
    prompt: Prompt,
    model: text().min(1).max(256),
    attempt: z.int().min(1).max(1000).optional().meta({ description: 'The round of repair, from 1; 1 if absent.' }),
    approval: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' })
      .meta({ description: 'The SHA-256 of what was approved; docs/ai.md has its form.' }),
  })
  .meta({ id: 'GeneratedRun' });
export type GeneratedRun = z.infer<typeof GeneratedRun>;
