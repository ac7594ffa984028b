import type { Field } from '../header-fields.ts';
import { Refusal } from '../refusal.ts';
import { type PlacedSecret, usableValue } from './placed-secret.ts';

/**
 * Replaces placeholders in the values of the allowed headers, and adds the names of the secrets to `used`. Values are sent
 * as UTF-8. `Authorization: Basic` is decoded first. @throws Refusal `secret_unusable`
 */
export function replaceInHeaders(
  fields: readonly Field[],
  { secrets, used }: { secrets: readonly PlacedSecret[]; used: Set<string> },
): Field[] {
  return fields.map(([name, text]) => {
    let replaced = text;
    const lowerName = name.toLowerCase();
    for (const secret of secrets) {
      if (!secret.headers.has(lowerName)) continue;
      const before = replaced;
      replaced = replaced.replaceAll(secret.placeholder, () => headerValue(secret));
      if (lowerName === 'authorization') replaced = replaceInBasic(replaced, secret);
      if (replaced !== before) used.add(secret.name);
    }
    return [name, replaced];
  });
}

/** Returns a value for a header, with one character per byte. */
function headerValue(secret: PlacedSecret): string {
  const bytes = utf8(usableValue(secret));
  if (/[^\t\x20-\x7e\x80-\xff]/.test(bytes)) throw new Refusal('secret_unusable');
  return bytes;
}

/** Replaces a placeholder in the user or password of Basic authentication (RFC 7617). */
function replaceInBasic(text: string, secret: PlacedSecret): string {
  const scheme = /^basic /i.exec(text)?.[0];
  if (scheme === undefined) return text;
  const pair = Buffer.from(text.slice(scheme.length), 'base64').toString('latin1');
  if (!pair.includes(secret.placeholder)) return text;
  const replaced = pair.replaceAll(secret.placeholder, () => utf8(usableValue(secret)));
  return scheme + Buffer.from(replaced, 'latin1').toString('base64');
}

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
