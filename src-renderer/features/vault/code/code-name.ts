import { CodeName } from '../../../../src-shared/formats/code-name.ts';

const limit = 128;

/** What is wrong with the name of a script, as a sentence; undefined for one that can be stored, and for none yet. */
export function nameProblem(name: string): string | undefined {
  if (name === '' || CodeName.safeParse(name).success) return undefined;
  if (name.length > limit) return `The name is too long: it has ${name.length} characters, and the limit is ${limit}.`;
  if (!/^[A-Za-z0-9]/.test(name)) return 'The name must begin with a letter from A to Z or a digit.';
  const wrong = Array.from(name).find((character) => !/[A-Za-z0-9._ -]/.test(character));
  return `The name cannot contain “${wrong}”. Use letters from A to Z, digits, spaces and . _ -`;
}

/** The name that a file is stored under: what no name can contain becomes `_`. */
export function nameOfFile(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9._ -]/g, '_');
  const start = Array.from(plain).findIndex((character) => /[A-Za-z0-9]/.test(character));
  return start < 0 ? 'imported' : plain.slice(start, start + limit);
}
