import type { OutputLog, OutputRow } from './output-log.ts';
import { textOfRow } from './row-text.ts';

/** A place where the searched text was found. */
export interface Hit {
  /** Number of the row; it stays when rows before it are dropped. */
  row: number;
  /** Offsets in the text of the row. */
  start: number;
  end: number;
}

export interface SearchState {
  hits: readonly Hit[];
  /** Index of the current hit among the hits; -1 if there is none. */
  current: number;
  /** True while rows remain to be searched. */
  isSearching: boolean;
  /** True if there are more hits than are kept. */
  isCut: boolean;
}

/** Maximum number of hits that are kept; a search for one letter in megabytes would find millions. */
export const hitLimit = 20_000;
const sliceMs = 8;
const rowsAtOnce = 100;

export type OutputSearch = ReturnType<typeof createOutputSearch>;

/**
 * Creates the search in a log. It reads the rows in slices between which the page can answer, and continues with rows
 * that arrive later.
 */
export function createOutputSearch(
  log: OutputLog,
  schedule: (step: () => void) => unknown = (step) => setTimeout(step),
) {
  const watchers = new Set<() => void>();
  let query = '';
  let hits: Hit[] = [];
  /** Numbers of the next row to search, and of the first row that was searched while it could still change. */
  let next = 0;
  let unsettled = 0;
  let current: Hit | undefined;
  let isScheduled = false;
  let state: SearchState = { hits, current: -1, isSearching: false, isCut: false };
  /** The log is watched only while there is a search. */
  let stopWatching: (() => void) | undefined;

  return {
    state: (): SearchState => state,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    /** Starts another search; an empty text ends it. */
    find(text: string): void {
      query = text;
      stopWatching?.();
      stopWatching = text === '' ? undefined : log.watch(readAgain);
      restart();
    },
    /** Moves to the next or previous hit, around the ends; `from` is the row to start at without a current hit. */
    move(step: 1 | -1, from: number): Hit | undefined {
      if (hits.length === 0) return undefined;
      const at = indexOf(current);
      const first = Math.max(
        0,
        hits.findIndex(({ row }) => row >= from),
      );
      const index = at === -1 ? first : (at + step + hits.length) % hits.length;
      current = hits[index];
      report();
      return current;
    },
    /** Returns the hits in a row. */
    hitsIn(row: number): readonly Hit[] {
      const start = lowerBound(hits, row);
      let end = start;
      while (hits[end]?.row === row) end += 1;
      return hits.slice(start, end);
    },
    end(): void {
      stopWatching?.();
      stopWatching = undefined;
    },
  };

  function restart(): void {
    hits = [];
    current = undefined;
    next = log.dropped();
    unsettled = next;
    proceed();
  }

  /** Continues after a change of the log: rows that were not complete are read again. */
  function readAgain(): void {
    if (unsettled < next) {
      next = unsettled;
      hits.length = lowerBound(hits, unsettled);
    }
    proceed();
  }

  function proceed(): void {
    report();
    if (isScheduled || !hasMore()) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      readSlice();
      proceed();
    });
  }

  function readSlice(): void {
    const until = performance.now() + sliceMs;
    dropOld();
    const rows = log.rows();
    do {
      for (let count = 0; count < rowsAtOnce && hasMore(); count++) {
        const index = next - log.dropped();
        addHits(rows, index);
        next += 1;
      }
    } while (hasMore() && performance.now() < until);
    unsettled = Math.min(next, log.complete());
  }

  function addHits(rows: readonly OutputRow[], index: number): void {
    const row = rows[index];
    if (row === undefined || row.missingBytes !== undefined) return;
    const following = rows[index + 1];
    const text = textOfRow(row);
    // A long line has several rows, so a hit can begin in one and end in the next.
    const rest = following?.continued ? textOfRow(following).slice(0, query.length - 1) : '';
    for (const start of offsetsOf(query, text + rest)) {
      if (start >= text.length || hits.length >= hitLimit) return;
      hits.push({ row: row.number, start, end: Math.min(text.length, start + query.length) });
    }
  }

  function hasMore(): boolean {
    return query !== '' && hits.length < hitLimit && next < log.dropped() + log.rows().length;
  }

  function dropOld(): void {
    next = Math.max(next, log.dropped());
    unsettled = Math.max(unsettled, log.dropped());
    hits.splice(0, lowerBound(hits, log.dropped()));
  }

  function report(): void {
    dropOld();
    state = { hits, current: indexOf(current), isSearching: hasMore(), isCut: hits.length >= hitLimit };
    for (const watcher of watchers) watcher();
  }

  function indexOf(hit: Hit | undefined): number {
    if (hit === undefined) return -1;
    for (let index = lowerBound(hits, hit.row); hits[index]?.row === hit.row; index++)
      if (hits[index]?.start === hit.start) return index;
    return -1;
  }
}

/** Returns the index of the first hit in this row or a later one. */
function lowerBound(hits: readonly Hit[], row: number): number {
  let [low, high] = [0, hits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.row ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the offsets at which a text occurs in another, in either case. */
function* offsetsOf(query: string, text: string): Generator<number> {
  const [soughtLower, textLower] = [query.toLowerCase(), text.toLowerCase()];
  // Lower case can be longer than the text: its offsets would be wrong.
  const isSame = soughtLower.length === query.length && textLower.length === text.length;
  const [sought, searched] = isSame ? [soughtLower, textLower] : [query, text];
  for (let at = searched.indexOf(sought); at !== -1; at = searched.indexOf(sought, at + sought.length)) yield at;
}
