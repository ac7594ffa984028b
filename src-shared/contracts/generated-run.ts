import { z } from 'zod';
import { text, textOfBytes } from '../fields.ts';

const promptBytes = 64 * 1024;

/** Description of the program that a model is asked to write. */
export const Prompt = textOfBytes(1, promptBytes)
  .refine((prompt) => prompt.trim() !== '', { error: 'must not be blank' })
  .meta({ description: 'At most 64 KiB in UTF-8. It is sent to the model and stored in the audit log.' });

/** Marks an execution whose code was written by a model and approved by a person. */
export const GeneratedRun = z
  .strictObject({
    prompt: Prompt,
    model: text().min(1).max(256),
    attempt: z.int().min(1).max(1000).optional().meta({ description: 'Number of the attempt, from 1; 1 if absent.' }),
    approval: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' })
      .meta({ description: 'SHA-256 of the approved run; docs/ai.md describes how it is computed.' }),
  })
  .meta({ id: 'GeneratedRun' });
export type GeneratedRun = z.infer<typeof GeneratedRun>;
