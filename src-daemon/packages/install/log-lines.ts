import { createTail, type Tail } from './tail.ts';

/** How much of what an installer prints is stored, in characters: its last lines, where it says why it failed. */
const storedCharacters = 64 * 1024;

/** The last lines of an installer's log. A package decides how many there are. */
export function createLogLines(): Tail<string> {
  return createTail(storedCharacters, (line) => line.length + 1);
}
