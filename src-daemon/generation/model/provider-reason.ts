import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { maskShared } from './mask-shared.ts';

/** Texts that an endpoint knows and may repeat, and that no error may contain. */
export interface Confidential {
  apiKey: string | undefined;
  /** The prompt, earlier code and its output. */
  texts: readonly string[];
}

/** Maximum length of the text of an endpoint that is searched for confidential texts. */
const readCharacters = 600;
const shownCharacters = 300;
/** Shorter fragments occur by chance: a term of a prompt, the first letters of a key. */
const fragments = { key: 8, text: 16 };
/** A shorter key or prompt is a word such as "x", which would mask letters of every message. */
const shortestWhole = 4;
const messageFields = ['message', 'detail', 'error', 'msg', 'title'] as const;

/** Returns the reason that an error reply has: `message (code)`. Undefined if it has none. */
export function reasonOf(reply: unknown): string | undefined {
  const message = messageOf(reply, 3);
  if (message === undefined) return undefined;
  const code = codeOf(reply);
  const reason = message.slice(0, readCharacters);
  return code === undefined || reason.includes(code) ? reason : `${reason} (${code})`;
}

/** Returns true for a text that is a page for a browser. */
export function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** Returns a text of an endpoint as an error can quote it: masked, on one line, without control characters, bounded. */
export function quoteText(text: string, confidential: Confidential): string {
  const shown = showText(text, confidential);
  return /[.!?…]$/.test(shown) ? `"${shown}"` : `"${shown}".`;
}

function showText(text: string, { apiKey, texts }: Confidential): string {
  const read = text.slice(0, readCharacters);
  const forms = texts.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]);
  const masked = maskShared(
    read,
    [
      ...(apiKey === undefined ? [] : [{ text: apiKey, fragment: fragments.key, label: '[API key]' }]),
      ...forms.map((one) => ({ text: one, fragment: fragments.text, label: '[prompt]' })),
    ].map((one) => ({ ...one, fragment: Math.min(one.fragment, Math.max(shortestWhole, one.text.trim().length)) })),
  );
  const line = visibleLine(masked.trim());
  return line.length <= shownCharacters ? line : `${line.slice(0, shownCharacters).replace(/[\ud800-\udbff]$/, '')}…`;
}

function messageOf(reply: unknown, depth: number): string | undefined {
  if (typeof reply === 'string') return reply.trim() === '' ? undefined : reply.trim();
  if (typeof reply !== 'object' || reply === null || depth === 0) return undefined;
  if (Array.isArray(reply)) return messageOf(reply[0], depth - 1);
  for (const field of messageFields) {
    const found = field in reply ? messageOf(reply[field as keyof typeof reply], depth - 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function codeOf(reply: unknown): string | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const { code, type } = reply as { code?: unknown; type?: unknown };
  const found = [code, type].find((one) => typeof one === 'string' && /^[\w.-]{1,64}$/.test(one));
  return found as string | undefined;
}
