import { CodeName } from '../../../../src-shared/formats/code-name.ts';

const limit = 128;

/** Returns the problem of a script's name as a sentence; undefined for a valid or empty name. */
export function nameProblem(name: string): string | undefined {
  if (name === '' || CodeName.safeParse(name).success) return undefined;
  if (name.length > limit) return `The name is too long: it has ${name.length} characters, and the limit is ${limit}.`;
  if (!/^[A-Za-z0-9]/.test(name)) return 'The name must begin with a letter from A to Z or a digit.';
  const wrong = Array.from(name).find((character) => !/[A-Za-z0-9._ -]/.test(character));
  return `The name cannot contain “${wrong}”. Use letters from A to Z, digits, spaces and . _ -`;
}

/** Returns the script name for a file: invalid characters become `_`. */
export function nameOfFile(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9._ -]/g, '_');
  const start = Array.from(plain).findIndex((character) => /[A-Za-z0-9]/.test(character));
  return start < 0 ? 'imported' : plain.slice(start, start + limit);
}
