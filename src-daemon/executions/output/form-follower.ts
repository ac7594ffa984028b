/** Follows one long text through a stream from where its beginning has been seen. */
export interface FormFollower {
  /** Reads the next UTF-16 unit; whether it still belongs to the text. */
  follows(unit: number): boolean;
}

/**
 * Makes followers of one text, each from after its first `start` units, by the rule of Knuth, Morris and Pratt (1977):
 * where the stream leaves the text it may still be in another, later occurrence of it.
 */
export function createFollowers(text: string, start: number): () => FormFollower {
  const borders = bordersOf(text);
  return () => {
    let length = start;
    return {
      follows(unit) {
        while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
        if (text.charCodeAt(length) === unit) length++;
        return length >= start;
      },
    };
  };
}

/** For each prefix the length of its longest proper beginning that is its end as well. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(length) !== text.charCodeAt(at)) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(length) === text.charCodeAt(at)) length++;
    borders[at] = length;
  }
  return borders;
}
