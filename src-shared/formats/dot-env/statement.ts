import { differencesOfQuoted, differencesOfUnquoted, type ReadDifference } from './differences.ts';

/** One assignment of a `.env` file, a line without one, or a line that cannot be read. */
export interface Statement {
  name?: string;
  value?: string;
  /** Why the line cannot be read. */
  fault?: string;
  /** How other programs read the line. */
  differences?: readonly ReadDifference[];
  /** Index of the line break after the statement. */
  end: number;
}

/** Reads the statement at an index. Lines end with a line feed. Each character is read a bounded number of times. */
export function readStatement(source: string, at: number): Statement {
  const end = lineEnd(source, at);
  const line = source.slice(at, end);
  if (/^\s*(#|$)/.test(line)) return { end };
  const start = /^[^\S\n]*(?:export[^\S\n]+)?([^\s=#'"`]+)([^\S\n]*)=([^\S\n]*)/.exec(line);
  if (start === null) return { end, fault: 'does not have the form NAME=value' };
  const [whole, name = '', before = '', after = ''] = start;
  const valueAt = at + whole.length;
  const quote = source.charAt(valueAt);
  const isQuoted = quote !== '' && '\'"`'.includes(quote);
  const read = isQuoted ? quoted(source, valueAt) : unquoted(source.slice(valueAt, end), end, after === '');
  if (read.fault !== undefined) return read;
  const isSpaced = before !== '' || (after !== '' && read.value !== '');
  const spaces: ReadDifference[] = isSpaced ? [{ message: 'has spaces next to =, which a shell refuses' }] : [];
  return { name, ...read, differences: [...(read.differences ?? []), ...spaces] };
}

function quoted(source: string, at: number): Statement {
  const quote = source.charAt(at);
  const close = closingQuote(source, at);
  if (close < 0) return { end: lineEnd(source, at), fault: `has an opening ${quote} without a closing one` };
  const end = lineEnd(source, close);
  if (!isRestOfLine(source, close)) return { end, fault: `has text after the closing ${quote}` };
  const raw = source.slice(at + 1, close);
  const value = quote === '"' ? raw.replace(/\\["nr]/g, (sequence) => escapes[sequence] ?? sequence) : raw;
  const comment = source.charAt(close + 1) === '#' ? [commentAtQuote] : [];
  return { value, end, differences: [...differencesOfQuoted(quote, raw), ...comment] };
}

const commentAtQuote = {
  message: 'has # directly after the closing quote, which a shell reads as a part of the value',
};
const escapes: Readonly<Record<string, string>> = { '\\"': '"', '\\n': '\n', '\\r': '\r' };

/** @param isDirect true if no space follows the = */
function unquoted(text: string, end: number, isDirect: boolean): Statement {
  const comment = text.indexOf('#');
  const value = (comment < 0 ? text : text.slice(0, comment)).trim();
  const isCut = comment === 0 ? isDirect : comment > 0 && /\S/.test(text.charAt(comment - 1));
  return { value, end, differences: differencesOfUnquoted(value, { isCut }) };
}

/**
 * Returns the index of the closing quote, or -1. A quote after an odd number of backslashes does not close, unless it is
 * the last quote that can.
 */
function closingQuote(source: string, at: number): number {
  const quote = source.charAt(at);
  const first = source.indexOf(quote, at + 1);
  for (let close = first; close >= 0; close = source.indexOf(quote, close + 1))
    if (!isEscaped(source, close)) return isRestOfLine(source, close) || !isRestOfLine(source, first) ? close : first;
  return first >= 0 && isRestOfLine(source, first) ? first : -1;
}

function isEscaped(source: string, at: number): boolean {
  let before = at;
  while (source.charAt(before - 1) === '\\') before--;
  return (at - before) % 2 === 1;
}

/** Returns true if only spaces or a comment follow on the line. */
function isRestOfLine(source: string, at: number): boolean {
  return /^\s*(#|$)/.test(source.slice(at + 1, lineEnd(source, at)));
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
}
