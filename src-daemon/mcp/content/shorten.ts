interface Ends {
  /** Numbers of characters. */
  head: number;
  tail: number;
}

/** Length of a text of the structured content. */
const whole = { head: 24_000, tail: 8000 };
/** Length of a text of the content, which most clients show in addition to the structured content. */
const brief = { head: 2000, tail: 6000 };

/** Keeps the beginning and the end of a text, which show what the program started with and how it ended. */
export function shorten(text: string): string {
  return keepEnds(text, whole);
}

/** Number of characters of all texts of one answer. */
const wholeAnswer = 100_000;
/** Number of characters that each text of an answer gets at least, so that the last ones can be recognised. */
const minCharacters = 200;

/** Shortens the texts of one answer, which share a limit. The first ones have the room that they need. */
export function createShortener(): (text: string) => string {
  let left = wholeAnswer;
  return (text) => {
    const max = Math.max(minCharacters, Math.min(left, whole.head + whole.tail));
    const tail = Math.floor(max / 4);
    const short = keepEnds(text, { head: max - tail, tail });
    left -= Math.min(left, short.length);
    return short;
  };
}

/** Does the same for the text that a client shows next to the structured content, or without it. */
export function shortenMore(text: string): string {
  return keepEnds(text, brief);
}

function keepEnds(text: string, { head, tail }: Ends): string {
  if (text.length <= head + tail) return text;
  const left = text.length - head - tail;
  return `${text.slice(0, head)}\n… ${left} characters left out …\n${text.slice(-tail)}`.toWellFormed();
}
