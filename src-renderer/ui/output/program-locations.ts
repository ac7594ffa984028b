import { plainLine } from './terminal-text.ts';

/** A location in the program that a message names. */
export interface ProgramLocation {
  line: number;
  column: number | undefined;
  /** Offsets of the location in the text of the message. */
  start: number;
  end: number;
}

/** Folders in front of the name of a program in its messages. */
const folders = ['/work/', './', ''];
/** Line and column after the name: `:3:5`, `(3,5)`, `", line 3`, ` line 3`, `: line 3`, ` on line 3`. */
const position = /(?::|\((?=\d)|"?,? (?:on )?line |: line )(\d{1,6})(?:[:,](\d{1,6}))?/y;
const boundary = /[\s"'`(<[:/]/;

/**
 * Finds the locations of a program in a line of output, such as `File "/work/main.py", line 3` or `main.c:3:5: error`.
 * It searches for the name of the file, so the time is linear.
 */
export function locationsIn(text: string, fileName: string): ProgramLocation[] {
  const locations: ProgramLocation[] = [];
  for (let at = text.indexOf(fileName); at !== -1; at = text.indexOf(fileName, at + fileName.length)) {
    const start = startOfPath(text, at);
    if (start === undefined) continue;
    position.lastIndex = at + fileName.length;
    const found = position.exec(text);
    if (found === null) continue;
    const [, line, column] = found;
    locations.push({
      ...{ line: Number(line), column: column === undefined ? undefined : Number(column) },
      ...{ start, end: position.lastIndex },
    });
  }
  return locations;
}

/** Returns where the path of the program starts; undefined if the file is another one with the same name. */
function startOfPath(text: string, at: number): number | undefined {
  for (const folder of folders) {
    const start = at - folder.length;
    if (start < 0 || text.slice(start, at) !== folder) continue;
    const before = start === 0 ? ' ' : (text[start - 1] ?? ' ');
    if (folder === '' && before === '/') return undefined;
    if (boundary.test(before) || before === '/') return start;
  }
  return undefined;
}

/** A message about a location in the program. */
export interface Problem extends ProgramLocation {
  /** Number of the row of the output. */
  row: number;
  message: string;
}

export interface Problems {
  found: readonly Problem[];
  /** True if there are more than are listed. */
  isCut: boolean;
}

const maxProblems = 200;
const messageLength = 300;

interface MessageRow {
  number: number;
  raw: string;
  stream: string;
}

/** Returns the locations in a program that an output names, each once, with the message about it. */
export function problemsIn(rows: readonly MessageRow[], fileName: string): Problems {
  const found = new Map<string, Problem>();
  for (const [index, { number, raw, stream }] of rows.entries()) {
    if (stream === 'input' || !raw.includes(fileName)) continue;
    const text = plainLine(raw);
    for (const spot of locationsIn(text, fileName)) {
      const key = `${spot.line}:${spot.column ?? ''}`;
      if (found.size >= maxProblems && !found.has(key)) return { found: [...found.values()], isCut: true };
      found.set(key, { ...spot, row: number, message: messageOf(rows, index, text.slice(spot.end)) });
    }
  }
  return { found: [...found.values()], isCut: false };
}

/** The rest of the line, or the last line of a traceback, which names the error. */
function messageOf(rows: readonly MessageRow[], index: number, rest: string): string {
  const own = rest.replace(/^[\s:,)]+/, '');
  if (own !== '' && !own.startsWith('in ')) return own.slice(0, messageLength);
  for (const { raw } of rows.slice(index + 1, index + 60)) {
    const text = plainLine(raw);
    if (/^[A-Za-z_][\w.]{0,100}(?:Error|Exception|Exit|Interrupt|Warning)\b/.test(text))
      return text.slice(0, messageLength);
  }
  return own.slice(0, messageLength);
}
