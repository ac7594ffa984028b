/** State at the end of a text in Python, JavaScript or TypeScript. */
export interface ScannedCode {
  /** True if a bracket, a string over several lines or a block comment is not closed. */
  isOpen: boolean;
  /** True if a line outside of brackets ends with a colon. */
  hasColonAtLineEnd: boolean;
  /** The last two characters of the last line that are code and no space. */
  lastCode: string;
}

interface Syntax {
  lineComment: string;
  hasBlockComments: boolean;
  /** Longer quotes first. */
  quotes: readonly string[];
  /** Quotes of strings that continue on the next line. */
  multilineQuotes: readonly string[];
  hasRegularExpressions: boolean;
}

const syntaxes = {
  python: {
    lineComment: '#',
    hasBlockComments: false,
    quotes: ['"""', "'''", '"', "'"],
    multilineQuotes: ['"""', "'''"],
    hasRegularExpressions: false,
  },
  javascript: {
    lineComment: '//',
    hasBlockComments: true,
    quotes: ['"', "'"],
    multilineQuotes: [],
    hasRegularExpressions: true,
  },
} satisfies Record<string, Syntax>;

/** Finds open brackets and strings in linear time. It is exact enough for these alone, and no parser. */
export function scanCode(text: string, language: keyof typeof syntaxes): ScannedCode {
  const syntax: Syntax = syntaxes[language];
  /** Closing characters of what is open; the backtick for a template, `}` in a template for an expression of it. */
  const open: string[] = [];
  const state: ScannedCode = { isOpen: false, hasColonAtLineEnd: false, lastCode: '' };
  let index = 0;
  while (index < text.length) {
    const character = text[index] ?? '';
    const next = open.at(-1) === '`' ? scanTemplate(text, index, open) : skipText(text, index, { syntax, state });
    if (next > index) {
      index = next;
      continue;
    }
    if (next === unclosed) return { ...state, isOpen: true };
    if (character === '\n') {
      state.hasColonAtLineEnd ||= open.length === 0 && state.lastCode.endsWith(':');
      // An empty line does not change the end of the code before it.
    } else if (character.trim() !== '') {
      track(character, open);
      state.lastCode = (state.lastCode + character).slice(-2);
    }
    index += 1;
  }
  state.hasColonAtLineEnd ||= open.length === 0 && state.lastCode.endsWith(':');
  state.isOpen = open.length > 0;
  return state;
}

const unclosed = -1;
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '`': '`' };

function track(character: string, open: string[]): void {
  const close = closing[character];
  if (close !== undefined) open.push(close);
  else if (open.at(-1) === character) open.pop();
}

/** Skips the characters of a template up to its end or to an expression. */
function scanTemplate(text: string, index: number, open: string[]): number {
  if (text[index] === '\\') return index + 2;
  if (text[index] === '`') open.pop();
  if (!text.startsWith('${', index)) return index + 1;
  open.push('}');
  return index + 2;
}

/** Returns the end of a comment or a string that begins here, the index itself if none does, or `unclosed`. */
function skipText(text: string, index: number, { syntax, state }: { syntax: Syntax; state: ScannedCode }): number {
  if (text.startsWith(syntax.lineComment, index)) return endOfLine(text, index);
  if (syntax.hasBlockComments && text.startsWith('/*', index)) {
    const end = text.indexOf('*/', index + 2);
    return end === -1 ? unclosed : end + 2;
  }
  const quote = syntax.quotes.find((one) => text.startsWith(one, index));
  const isExpression =
    syntax.hasRegularExpressions && text[index] === '/' && /^$|[(,=:[!&|?{};+*%~^<>-]$/.test(state.lastCode);
  if (quote === undefined && !isExpression) return index;
  state.lastCode = quote ?? '/';
  if (quote === undefined) return endOfString(text, index + 1, { quote: '/', isMultiline: false });
  return endOfString(text, index + quote.length, { quote, isMultiline: syntax.multilineQuotes.includes(quote) });
}

interface Quoted {
  quote: string;
  isMultiline: boolean;
}

function endOfString(text: string, start: number, { quote, isMultiline }: Quoted): number {
  let index = start;
  while (index < text.length) {
    if (text[index] === '\\') index += 2;
    else if (text.startsWith(quote, index)) return index + quote.length;
    else if (text[index] === '\n' && !isMultiline) return index;
    else index += 1;
  }
  return isMultiline ? unclosed : text.length;
}

function endOfLine(text: string, index: number): number {
  const end = text.indexOf('\n', index);
  return end === -1 ? text.length : end;
}
