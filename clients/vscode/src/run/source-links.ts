/** The document, or the part of it, that a run executes. */
export interface ProgramSource {
  /** Address of the document in the editor. */
  address: string;
  /** Line of the document at which the program begins, from 1. */
  firstLine: number;
}

/** A position in the text of the panel that names a line of the program. */
export interface SourceLink {
  start: number;
  end: number;
  /** Line of the document, from 1. */
  line: number;
}

/** Matches a line of the program in an error, as the interpreters write it: `"/work/main.py", line 3`, `/work/main.js:3`. */
const programLine = /\/work\/main\.[a-z]{1,5}(?:", line |: line |:)(\d{1,7})/g;
const linksLimit = 1000;

/** Finds the lines of the program that errors in the panel name. */
export function findSourceLinks(text: string, { firstLine }: Pick<ProgramSource, 'firstLine'>): SourceLink[] {
  const found = Array.from(text.matchAll(programLine)).slice(0, linksLimit);
  return found.map(({ 0: matched, 1: line, index }) => ({
    start: index,
    end: index + matched.length,
    line: firstLine - 1 + Number(line),
  }));
}
