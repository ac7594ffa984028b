import { ApiError } from './api-error.ts';

/**
 * Returns a function that reads lines from chunks of any size, in linear time. A line without its newline is never reported.
 * @param limitBytes size limit of a line
 * @throws ApiError `bad_answer` for a longer line; what `onLine` throws
 */
export function createLineReader(limitBytes: number, onLine: (line: string) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let size = 0;

  function add(piece: Buffer): void {
    size += piece.length;
    if (size > limitBytes) throw new ApiError('bad_answer', 'a line of a stream of the API server is too long');
    pieces.push(piece);
  }

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      const line = Buffer.concat(pieces, size).toString('utf8');
      pieces = [];
      size = 0;
      start = end + 1;
      onLine(line);
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}
