/** A search of the find bar. */
export interface FindQuery {
  text: string;
  isRegexp: boolean;
  matchesCase: boolean;
  isWholeWord: boolean;
}

const wordCharacter = '[\\p{L}\\p{N}_]';

/**
 * Returns the expression that finds all matches of a query, `^` and `$` at each line. Returns undefined if the query is
 * empty or no valid expression.
 */
export function expressionOf({ text, isRegexp, matchesCase, isWholeWord }: FindQuery): RegExp | undefined {
  if (text === '') return undefined;
  const pattern = isRegexp ? text : escapePattern(text);
  const whole = isWholeWord ? `(?<!${wordCharacter})(?:${pattern})(?!${wordCharacter})` : pattern;
  const flags = matchesCase ? 'gm' : 'gmi';
  // Unicode mode refuses escapes such as `\-`, which many people write.
  return compile(whole, `${flags}u`) ?? (isWholeWord ? undefined : compile(whole, flags));
}

/** Returns a pattern that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
