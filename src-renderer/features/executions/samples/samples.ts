import { baseSamples } from './base-samples.ts';
import { compiledSamples } from './compiled-samples.ts';
import { scriptingSamples } from './scripting-samples.ts';

/** Initial code of the editor by language id. Each sample runs unchanged and writes `result.csv`. */
export const samples: Readonly<Record<string, string>> = { ...baseSamples, ...scriptingSamples, ...compiledSamples };

const codes = new Set(Object.values(samples));
const lengths = new Set(Object.values(samples).map(({ length }) => length));

/** Returns true if code is empty or an unedited sample, which can be replaced without asking. */
export function isUntouched(code: string): boolean {
  // A long text is not hashed: that takes longer than a key press may.
  return code === '' || (lengths.has(code.length) && codes.has(code));
}
