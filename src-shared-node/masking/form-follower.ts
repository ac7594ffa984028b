/** Follows one long text through a stream, after its beginning was found. */
export interface FormFollower {
  /** Reads the next UTF-16 unit. Returns true if the whole text ends with it. */
  read(unit: number): boolean;
  /** Returns true if the stream is no longer within an occurrence of the text. */
  isLost(): boolean;
}

/**
 * Creates followers of one text, each starting after its first `start` units, with the algorithm of Knuth, Morris and
 * Pratt (1977): when the stream leaves the text, it may be within another, later occurrence of it.
 */
export function createFollowers(text: string, start: number): () => FormFollower {
  const borders = bordersOf(text);
  return () => {
    let length = start;
    return {
      read(unit) {
        while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
        if (text.charCodeAt(length) === unit) length++;
        if (length < text.length) return false;
        length = borders[length - 1] ?? 0;
        return true;
      },
      isLost: () => length < start,
    };
  };
}

/** Returns for each prefix the length of its longest border: a proper prefix that is also its suffix. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(length) !== text.charCodeAt(at)) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(length) === text.charCodeAt(at)) length++;
    borders[at] = length;
  }
  return borders;
}
