/** Returns the text without the characters `char` at its end, in linear time (`/x+$/` takes quadratic time). */
export function withoutTrailing(text: string, char: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end--;
  return text.slice(0, end);
}
