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

/** Does the same for the text that a client shows next to the structured content, or without it. */
export function shortenMore(text: string): string {
  return keepEnds(text, brief);
}

function keepEnds(text: string, { head, tail }: Ends): string {
  if (text.length <= head + tail) return text;
  const left = text.length - head - tail;
  return `${text.slice(0, head)}\n… ${left} characters left out …\n${text.slice(-tail)}`.toWellFormed();
}
