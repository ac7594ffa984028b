import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { text, textOfBytes } from './fields.ts';

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

/** All of a run that its approval covers. */
export interface ApprovedRun {
  /** The id of the language, never an alias. */
  language: string;
  code: string;
  secrets: 'all' | readonly string[];
  /** The package list as it stands, each as {@link packageLabel} writes it; empty for a run without packages. */
  packages: readonly string[];
  network: 'none' | 'full';
}

/** A package as an approval names it: `numpy`, or with what was asked for, `numpy ==1.26`. */
export function packageLabel({ name, requested }: { name: string; requested: string | null }): string {
  return requested === null ? name : `${name} ${requested}`;
}

/**
 * What an approval is bound to: SHA-256, in hexadecimal digits, of the UTF-8 of the JSON array `["strongroom/approval/1",
 * language, code, secrets, packages, network]`, where the names of secrets and packages are sorted by their UTF-16 code
 * units and stand there once.
 */
export function approvalHash({ language, code, secrets, packages, network }: ApprovedRun): string {
  const parts = ['strongroom/approval/1', language, code, secrets === 'all' ? secrets : once(secrets), once(packages)];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([...parts, network]))));
}

function once(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}
