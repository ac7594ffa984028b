import { plainLine } from './terminal-text.ts';

/** A place in the program that a message names. */
export interface ProgramPlace {
  line: number;
  column: number | undefined;
  /** Offsets of the place in the text of the message. */
  start: number;
  end: number;
}

/** Folders in front of the name of a program in its messages. */
const folders = ['/work/', './', ''];
/** Line and column after the name: `:3:5`, `(3,5)`, `", line 3`, ` line 3`, `: line 3`, ` on line 3`. */
const position = /(?::|\((?=\d)|"?,? (?:on )?line |: line )(\d{1,6})(?:[:,](\d{1,6}))?/y;
const boundary = /[\s"'`(<[:/]/;

/**
 * Finds the places of a program in a line of output, such as `File "/work/main.py", line 3` or `main.c:3:5: error`.
 * It searches for the name of the file, so the time is linear.
 */
export function placesIn(text: string, fileName: string): ProgramPlace[] {
  const places: ProgramPlace[] = [];
  for (let at = text.indexOf(fileName); at !== -1; at = text.indexOf(fileName, at + fileName.length)) {
    const start = startOfPath(text, at);
    if (start === undefined) continue;
    position.lastIndex = at + fileName.length;
    const found = position.exec(text);
    if (found === null) continue;
    const [, line, column] = found;
    places.push({
      ...{ line: Number(line), column: column === undefined ? undefined : Number(column) },
      ...{ start, end: position.lastIndex },
    });
  }
  return places;
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

/** A message about a place of the program. */
export interface Problem extends ProgramPlace {
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

/** Returns the places of a program that an output names, each once, with the message about it. */
export function problemsIn(rows: readonly MessageRow[], fileName: string): Problems {
  const found = new Map<string, Problem>();
  for (const [index, { number, raw, stream }] of rows.entries()) {
    if (stream === 'input' || !raw.includes(fileName)) continue;
    const text = plainLine(raw);
    for (const place of placesIn(text, fileName)) {
      const key = `${place.line}:${place.column ?? ''}`;
      if (found.size >= maxProblems && !found.has(key)) return { found: [...found.values()], isCut: true };
      found.set(key, { ...place, row: number, message: messageOf(rows, index, text.slice(place.end)) });
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
