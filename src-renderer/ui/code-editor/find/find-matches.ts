import { expressionOf, type FindQuery } from './find-query.ts';

/** Further matches are counted as "more". */
export const maxMatches = 10_000;

export interface Matches {
  /** Start and end of each match, one after the other. */
  ranges: Uint32Array;
  /** True if the text has more than `maxMatches`. */
  isCut: boolean;
}

export interface Replacement {
  from: number;
  to: number;
  insert: string;
}

/** Returns the matches of a valid query. Matches without a character, such as those of `x*`, are left out. */
export function findMatches(text: string, query: FindQuery): Matches {
  const ranges: number[] = [];
  for (const { index, 0: matched } of matchesOf(text, query)) {
    if (ranges.length === maxMatches * 2) return { ranges: Uint32Array.from(ranges), isCut: true };
    ranges.push(index, index + matched.length);
  }
  return { ranges: Uint32Array.from(ranges), isCut: false };
}

/**
 * Returns the changes that replace all matches. Of an expression, `$1` and `$<name>` in the replacement are its groups, `$&`
 * is the match, and `\n` and `\t` are a line break and a tab. More than `maxMatches` become one change of the whole text.
 */
export function replaceMatches(text: string, query: FindQuery, template: string): Replacement[] {
  const changes: Replacement[] = [];
  for (const match of matchesOf(text, query)) {
    const insert = query.isRegexp ? expand(template, match) : template;
    changes.push({ from: match.index, to: match.index + match[0].length, insert });
  }
  return changes.length > maxMatches ? [{ from: 0, to: text.length, insert: apply(text, changes) }] : changes;
}

function* matchesOf(text: string, query: FindQuery): Generator<RegExpExecArray> {
  const expression = expressionOf(query);
  if (expression === undefined) return;
  for (const match of text.matchAll(expression)) if (match[0] !== '') yield match;
}

function expand(template: string, match: RegExpExecArray): string {
  return template.replace(/\\[nt\\]|\$(?:[$&]|\d{1,2}|<\w{1,100}>)/g, (part) => {
    const fixed = { '\\n': '\n', '\\t': '\t', '\\\\': '\\', $$: '$', '$&': match[0] }[part];
    if (fixed !== undefined) return fixed;
    if (part.startsWith('$<')) return match.groups === undefined ? part : (match.groups[part.slice(2, -1)] ?? '');
    const number = Number(part.slice(1));
    return number > 0 && number < match.length ? (match[number] ?? '') : part;
  });
}

function apply(text: string, changes: readonly Replacement[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { from, to, insert } of changes) {
    parts.push(text.slice(end, from), insert);
    end = to;
  }
  return [...parts, text.slice(end)].join('');
}
