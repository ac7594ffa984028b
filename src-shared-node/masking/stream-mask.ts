import { createFormFinder, type FormFinder } from './form-finder.ts';
import type { FormIndex } from './form-index.ts';
import { textUnits } from './output-units.ts';
import { waitingUnits, windowUnits } from './stream-borders.ts';

/**
 * Masks whole values in one stream. It passes text on at borders that depend on no value: at line ends, at fixed sizes, and
 * when its owner says so (stream-borders.ts). A value that a border divides is masked from the border on.
 */
export interface StreamMask {
  /** Adds text. Returns all text up to the last line end; the rest waits. */
  push(text: string): string;
  /** Adds text that waits in any case, because more of the same frame or of a whole text follows. */
  hold(text: string): void;
  /** Returns the text that waits. */
  release(): string;
  /** Returns the text that waits, except for its last units, which a part of a value may end. */
  releaseBut(units: number): string;
  /** Drops the text that waits. Returns its number of bytes. */
  drop(): number;
  /** Returns true if text waits. */
  isHolding(): boolean;
  /** Returns the number of values that were masked in the returned text. */
  count(): number;
}

const stars = '***';

export function createStreamMask(index: () => FormIndex, { sizeOf } = textUnits): StreamMask {
  let finder: FormFinder | undefined;
  /** Text that was read and not returned yet. */
  let held = '';
  /** Position after the last line end in `held`; 0 if there is none. */
  let lineEnd = 0;
  /** Masked ranges of `held`, in order and disjoint. */
  let masked: [from: number, to: number][] = [];
  /** The last returned character was masked. */
  let isInMask = false;
  let count = 0;

  return {
    push(text) {
      hold(text);
      if (lineEnd > 0) return releaseUpTo(lineEnd);
      return held.length < waitingUnits ? '' : releaseUpTo(held.length - windowUnits);
    },
    hold,
    release: () => releaseUpTo(held.length),
    releaseBut: (units) => releaseUpTo(Math.max(0, held.length - units)),
    drop() {
      const bytes = sizeOf(held);
      held = '';
      lineEnd = 0;
      masked = [];
      isInMask = false;
      return bytes;
    },
    isHolding: () => held !== '',
    count: () => count,
  };

  function hold(text: string): void {
    finder ??= createFormFinder(index());
    const start = held.length;
    for (let at = 0; at < text.length; at++) {
      const length = finder.read(text.charCodeAt(at));
      if (length > 0) cover(start + at + 1 - length, start + at + 1);
    }
    held += text;
    const line = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    if (line > 0) lineEnd = start + line;
  }

  /** Masks a range of `held`. The beginning of a value may have been returned already. */
  function cover(from: number, to: number): void {
    let first = Math.max(0, from);
    for (let last = masked.at(-1); last !== undefined && last[1] >= first; last = masked.at(-1)) {
      first = Math.min(first, last[0]);
      masked.pop();
    }
    masked.push([first, to]);
  }

  function releaseUpTo(border: number): string {
    const end = isSurrogatePair(held, border) ? border - 1 : border;
    let out = '';
    let at = 0;
    for (const [from, to] of masked) {
      if (from >= end) break;
      if (from > at) {
        out += held.slice(at, from);
        isInMask = false;
      }
      if (!isInMask) {
        out += stars;
        count++;
      }
      isInMask = true;
      at = Math.min(to, end);
    }
    if (at < end) {
      out += held.slice(at, end);
      isInMask = false;
    }
    held = held.slice(end);
    lineEnd = Math.max(0, lineEnd - end);
    masked = masked.filter(([, to]) => to > end).map(([from, to]) => [Math.max(0, from - end), to - end]);
    return out;
  }
}

/** Returns true if a text has one character around this position. */
function isSurrogatePair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
