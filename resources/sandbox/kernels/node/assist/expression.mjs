/** Number of characters before the cursor that are read. */
const reach = 1000;
const closing = { ')': '(', ']': '[' };

/**
 * Returns the name that is being written at the cursor, and the expression before its dot if it has one.
 * @param {string} code
 * @param {number} cursor in UTF-16 units
 * @returns {{ start: number, prefix: string, base: string | undefined }}
 */
export function nameBefore(code, cursor) {
  const end = Math.min(Math.max(Math.trunc(cursor) || 0, 0), code.length);
  const start = nameStart(code, end, Math.max(0, end - reach));
  const prefix = code.slice(start, end);
  const dot = code.charAt(start - 1) === '.' && code.charAt(start - 2) !== '.';
  if (!dot) return { start, prefix, base: undefined };
  const baseEnd = code.charAt(start - 2) === '?' ? start - 2 : start - 1;
  return { start, prefix, base: code.slice(chainStart(code, baseEnd), baseEnd) };
}

/**
 * Returns the whole name at the cursor with the expression before its dot, or the function whose arguments start there.
 * @param {string} code
 * @param {number} cursor in UTF-16 units
 */
export function expressionAt(code, cursor) {
  let end = Math.min(Math.max(Math.trunc(cursor) || 0, 0), code.length);
  if (!isNamePart(code.charAt(end)) && code.charAt(end - 1) === '(') end -= 1;
  while (end < code.length && isNamePart(code.charAt(end))) end += 1;
  const start = nameStart(code, end, Math.max(0, end - reach));
  return start === end ? '' : code.slice(chainStart(code, end), end);
}

/** Returns the start of a chain of names, dots, brackets and calls that ends at a position. */
function chainStart(code, end) {
  const least = Math.max(0, end - reach);
  let start = end;
  for (;;) {
    start = skipBrackets(code, start, least);
    const last = code.charAt(start - 1);
    const isText = last === '"' || last === "'" || last === '`';
    start = isText ? textStart(code, start, least) : nameStart(code, start, least);
    if (code.charAt(start - 1) !== '.' || start - 1 <= least) return start;
    start -= code.charAt(start - 2) === '?' ? 2 : 1;
  }
}

/** Returns the start of the calls and brackets that end at a position. */
function skipBrackets(code, end, least) {
  let start = end;
  const open = [];
  while (start > least) {
    const character = code.charAt(start - 1);
    if (closing[character] !== undefined) open.push(closing[character]);
    else if (open.length === 0) return start;
    else if (character === open.at(-1)) open.pop();
    start -= 1;
  }
  return open.length === 0 ? start : end;
}

function textStart(code, end, least) {
  const start = code.lastIndexOf(code.charAt(end - 1), end - 2);
  return start >= least && end >= 2 ? start : end;
}

function nameStart(code, end, least) {
  let start = end;
  while (start > least && isNamePart(code.charAt(start - 1))) start -= 1;
  return start;
}

/** @param {string} character one UTF-16 unit */
function isNamePart(character) {
  return character !== '' && (/[\w$]/.test(character) || character.charCodeAt(0) > 0x7f);
}
