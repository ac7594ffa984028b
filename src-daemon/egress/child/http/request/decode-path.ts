/** Encoded `/`, `\` and NUL, which hosts read in different ways. */
const ambiguous = /%(?:2f|5c|00)/i;
/** The same and an encoded dot, after one decoding: a host that decodes twice would read another path. */
const encodedTwice = /%(?:2e|2f|5c|00)/i;

/**
 * Decodes the path of a request target once. Returns undefined for a path that hosts can read as another one: with a `.` or
 * `..` part (also before `;`, as `..;` is for Tomcat), a backslash, an encoded slash, NUL, or bytes that are not UTF-8.
 */
export function decodePath(raw: string): string | undefined {
  if (ambiguous.test(raw)) return undefined;
  const path = decoded(raw);
  if (path === undefined || path.includes('\\') || path.includes('\0') || encodedTwice.test(path)) return undefined;
  return path.split('/').some(isDotPart) ? undefined : path;
}

function isDotPart(part: string): boolean {
  const name = part.split(';', 1)[0];
  return name === '.' || name === '..';
}

function decoded(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
