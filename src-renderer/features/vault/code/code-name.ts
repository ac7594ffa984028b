import { codeNameLimits, isCodeName } from '../../../../src-shared/formats/code-name.ts';

const { name: limit, segment: segmentLimit, segments: segmentsLimit } = codeNameLimits;

/** Returns the problem of a script's name as a sentence; undefined for a valid or empty name. */
export function nameProblem(name: string): string | undefined {
  if (name === '' || isCodeName(name)) return undefined;
  if (name.length > limit) return `The name is too long: it has ${name.length} characters, and the limit is ${limit}.`;
  const wrong = Array.from(name).find((character) => !/[A-Za-z0-9._ /-]/.test(character));
  if (wrong !== undefined)
    return `The name cannot contain “${wrong}”. Use letters from A to Z, digits, spaces and . _ -, and / for folders.`;
  const segments = name.split('/');
  if (segments.length > segmentsLimit) return `The name has too many folders: the limit is ${segmentsLimit - 1}.`;
  if (segments.length > 1 && segments.includes('')) return 'The name has an empty part: write one / between two names.';
  const long = segments.find((segment) => segment.length > segmentLimit);
  if (long !== undefined)
    return `The name has a part that is too long: it has ${long.length} characters, and the limit is ${segmentLimit}.`;
  if (segments.length === 1) return 'The name must begin with a letter from A to Z, a digit or _.';
  return 'Each part of the name must begin with a letter from A to Z, a digit or _.';
}
