const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Calls `onElement` with the source of each element of a JSON array, until it returns false. Only the brackets and
 * strings are read, in linear time: an element need not be valid JSON. Returns true if the text is an array that was
 * read to its end, or as far as `onElement` asked.
 */
export function splitArray(text: string, onElement: (source: string) => boolean): boolean {
  const begin = text.search(/\S/);
  if (begin === -1 || text[begin] !== '[') return false;
  let depth = 1;
  let start = begin + 1;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) depth -= 1;
    const isEnd = depth === 0;
    if (!isEnd && (depth !== 1 || code !== comma)) continue;
    const source = text.slice(start, index).trim();
    const isEmptyArray = isEnd && source === '' && start === begin + 1;
    start = index + 1;
    if (isEnd) return (isEmptyArray || onElement(source)) && text.slice(start).trim() === '';
    if (!onElement(source)) return true;
  }
  return false;
}

/** Returns the index of the quotation mark that ends the string which begins at `index`. */
function endOfString(text: string, index: number): number {
  for (let at = index + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return text.length;
}
