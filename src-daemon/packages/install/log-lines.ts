import { createTail, type Tail } from './tail.ts';

/** Maximum size of the stored output of an installer, in characters. The last lines are kept, which have the error. */
const storedCharacters = 64 * 1024;

/** Stores the last lines of an installer's log. Packages can print any number of lines. */
export function createLogLines(): Tail<string> {
  return createTail(storedCharacters, (line) => line.length + 1);
}
