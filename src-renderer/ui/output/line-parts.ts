import type { TextRun } from './terminal-text.ts';

/** A range of a row's text that is marked, such as a hit of the search. */
export interface Mark {
  start: number;
  end: number;
  isCurrent: boolean;
}

/** A range of a row's text that can be pressed. */
export interface Spot {
  start: number;
  end: number;
}

/** A piece of a line in one style, that is marked as a whole or not at all. */
export interface LinePiece {
  run: TextRun;
  text: string;
  /** Offset in the text of the row. */
  offset: number;
  mark: Mark | undefined;
}

/** Consecutive pieces of one spot, or of none. */
export interface LineGroup<AnySpot extends Spot> {
  spot: AnySpot | undefined;
  pieces: LinePiece[];
}

interface Ranges<AnySpot extends Spot> {
  start: number;
  end: number;
  marks: readonly Mark[];
  spots: readonly AnySpot[];
}

/** Returns the pieces of a row's runs between two offsets. Marks and spots must be in order and must not overlap. */
export function piecesOf<AnySpot extends Spot>(runs: readonly TextRun[], ranges: Ranges<AnySpot>) {
  const { start, end } = ranges;
  const groups: LineGroup<AnySpot>[] = [];
  const marks = rangeReader(ranges.marks);
  const spots = rangeReader(ranges.spots);
  let offset = 0;
  for (const run of runs) {
    const runEnd = offset + run.text.length;
    for (let at = Math.max(offset, start); at < Math.min(runEnd, end); ) {
      const [mark, spot] = [marks(at), spots(at)];
      const until = Math.min(runEnd, end, mark.until, spot.until);
      const piece = { run, text: run.text.slice(at - offset, until - offset), offset: at, mark: mark.range };
      const last = groups.at(-1);
      if (last !== undefined && last.spot === spot.range) last.pieces.push(piece);
      else groups.push({ spot: spot.range, pieces: [piece] });
      at = until;
    }
    offset = runEnd;
  }
  return groups;
}

/** Returns a function that finds the range at an offset, and where the next change is. Offsets must not decrease. */
function rangeReader<Range extends Spot>(ranges: readonly Range[]) {
  let next = 0;
  return (at: number): { range: Range | undefined; until: number } => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const range = ranges[next];
    if (range === undefined) return { range, until: Number.POSITIVE_INFINITY };
    return range.start <= at ? { range, until: range.end } : { range: undefined, until: range.start };
  };
}
