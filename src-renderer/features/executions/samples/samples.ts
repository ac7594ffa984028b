import { baseSamples } from './base-samples.ts';
import { compiledSamples } from './compiled-samples.ts';
import { scriptingSamples } from './scripting-samples.ts';

/** What the editor begins with, by the id of the language: each runs as it is and leaves `result.csv`. */
export const samples: Readonly<Record<string, string>> = { ...baseSamples, ...scriptingSamples, ...compiledSamples };

const codes = new Set(Object.values(samples));

/** Whether code is a sample as it was, or nothing: it can be replaced without asking. */
export function isUntouched(code: string): boolean {
  return code === '' || codes.has(code);
}
