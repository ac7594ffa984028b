/** Number of characters of a text that a model gets. */
const headCharacters = 24_000;
const tailCharacters = 8000;

/** Keeps the beginning and the end of a text, which show what the program started with and how it ended. */
export function shorten(text: string): string {
  if (text.length <= headCharacters + tailCharacters) return text;
  const left = text.length - headCharacters - tailCharacters;
  const cut = `${text.slice(0, headCharacters)}\n… ${left} characters left out …\n${text.slice(-tailCharacters)}`;
  return cut.toWellFormed();
}
