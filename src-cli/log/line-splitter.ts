import { StringDecoder } from 'node:string_decoder';

/** A longer line is cut: the log can have been changed by another program. */
const lineLimit = 1024 * 1024;

/** Splits a file that grows into lines. The end of the last chunk is kept until its line is complete. */
export function createLineSplitter() {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    push(chunk: Buffer): string[] {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = (lines.pop() ?? '').slice(0, lineLimit);
      return lines.filter((line) => line !== '').map((line) => line.slice(0, lineLimit));
    },
    /** Returns a last line that has no line end. */
    end: (): string[] => (rest === '' ? [] : [rest]),
  };
}
