import type { TextRun } from './terminal-text.ts';

/** A range of a row's text that is marked, such as a hit of the search. */
export interface Mark {
  start: number;
  end: number;
  isCurrent: boolean;
}

/** A piece of a line in one style, that is marked as a whole or not at all. */
export interface LinePiece {
  run: TextRun;
  text: string;
  /** Offset in the text of the row. */
  offset: number;
  mark: Mark | undefined;
}

/** Returns the pieces of a row's runs between two offsets. The marks must be in order and must not overlap. */
export function piecesOf(
  runs: readonly TextRun[],
  { start, end, marks }: { start: number; end: number; marks: readonly Mark[] },
): LinePiece[] {
  const pieces: LinePiece[] = [];
  let offset = 0;
  let next = 0;
  for (const run of runs) {
    const runEnd = offset + run.text.length;
    for (let at = Math.max(offset, start); at < Math.min(runEnd, end); ) {
      while ((marks[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
      const mark = marks[next];
      const isMarked = mark !== undefined && mark.start <= at;
      const until = Math.min(runEnd, end, (isMarked ? mark.end : mark?.start) ?? runEnd);
      pieces.push({
        run,
        text: run.text.slice(at - offset, until - offset),
        offset: at,
        mark: isMarked ? mark : undefined,
      });
      at = until;
    }
    offset = runEnd;
  }
  return pieces;
}
