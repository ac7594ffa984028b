/** One way in which other programs read a line of a `.env` file differently. */
export interface ReadDifference {
  /** Message to be read after the line's number; it never quotes a value. */
  message: string;
  /** True if the value may not be the intended one: dotenv and Node differ, or a part of the line was cut off. */
  isDoubtful?: boolean;
}

/**
 * Returns how dotenv 17, Node 24 (`--env-file`) and shells differ on a value in quotes.
 * @param raw text between the quotes
 */
export function differencesOfQuoted(quote: string, raw: string): ReadDifference[] {
  const found: ReadDifference[] = [];
  if (raw.includes(`\\${quote}`))
    found.push({
      message:
        quote === '"'
          ? 'has \\", which is read as a quote; dotenv keeps the backslash, and Node ends the value there'
          : `has \\${quote}, which dotenv keeps; Node and shells end the value at the quote`,
      isDoubtful: true,
    });
  if (endsInEscape(raw))
    found.push({
      message: `ends with \\${quote}, which some programs read as a quote inside the value`,
      isDoubtful: true,
    });
  if (quote === '`') found.push({ message: 'has backquotes, in which a shell runs a command' });
  if (quote !== '"') return found;
  if (raw.includes('\\r')) found.push({ message: 'has \\r, which Node and shells do not read as a carriage return' });
  if (raw.includes('\\n')) found.push({ message: 'has \\n, which a shell does not read as a line break' });
  if (raw.includes('\\\n'))
    found.push({ message: 'has a backslash at the end of a line, which a shell joins with the next' });
  if (/\\\\/.test(raw)) found.push({ message: 'has \\\\, which a shell reads as one backslash' });
  if (/[$`]/.test(raw)) found.push({ message: 'has $ or a backquote, which a shell replaces' });
  return found;
}

function endsInEscape(raw: string): boolean {
  let start = raw.length;
  while (raw.charAt(start - 1) === '\\') start--;
  return (raw.length - start) % 2 === 1;
}

/**
 * Returns how they differ on a value without quotes.
 * @param isCut true if a # next to a character ended the value
 */
export function differencesOfUnquoted(value: string, { isCut }: { isCut: boolean }): ReadDifference[] {
  const found: ReadDifference[] = [];
  if (isCut)
    found.push({
      message: 'is cut at #; put the value in quotes if # is part of it, as shells read it',
      isDoubtful: true,
    });
  if (/\s/.test(value)) found.push({ message: 'has a space without quotes, where a shell ends the value' });
  if (/['"`]/.test(value)) found.push({ message: 'has a quote inside the value, which a shell removes' });
  if (/[$\\]/.test(value)) found.push({ message: 'has $ or a backslash, which a shell replaces' });
  if (/[;&|<>()]/.test(value)) found.push({ message: 'has one of ; & | < > ( ), which a shell takes for a command' });
  if (value.startsWith('~')) found.push({ message: 'begins with ~, which a shell replaces by a folder' });
  return found;
}
