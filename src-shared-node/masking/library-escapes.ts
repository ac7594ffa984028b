/** Returns a UTF-16 unit as JSON escapes it, with lower-case digits. */
export function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** How a library escapes characters that others leave as they are, in a JSON string or in HTML. */
interface Escapes {
  escaped: RegExp;
  toEscape: (char: string) => string;
}

const upperUnicode = (char: string) => Array.from({ length: char.length }, (_, at) => upperUnit(char, at)).join('');
const upperUnit = (char: string, at: number) => `\\u${char.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
const hexEntity = (char: string) => `&#x${char.codePointAt(0)?.toString(16).toUpperCase()};`;
const decimalEntity = (char: string) => `&#${char.codePointAt(0)};`;

const jsonEscapes: readonly Escapes[] = [
  { escaped: /["'&<>+`]|\P{ASCII}/gu, toEscape: upperUnicode }, // System.Text.Json of .NET
  { escaped: /[<>&=']/gu, toEscape: unicodeEscape }, // Gson
  { escaped: /[<>&'"]|\P{ASCII}/gu, toEscape: upperUnicode }, // PHP with JSON_HEX_*
  { escaped: /\P{ASCII}/gu, toEscape: upperUnicode }, // Jackson in ASCII
  { escaped: /[\p{Cc}\\'"<>&=;`\u2028\u2029-]/gu, toEscape: upperUnicode }, // `escapejs` of Django
];

const named = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const namedOr = (other: (char: string) => string) => (char: string) => named.get(char) ?? other(char);

const htmlEscapes: readonly Escapes[] = [
  { escaped: /[&<>"'+]|\P{ASCII}/gu, toEscape: namedOr(hexEntity) }, // HtmlEncoder of .NET
  { escaped: /[&<>"'/`=]/gu, toEscape: namedOr((char) => (char === "'" ? '&#39;' : hexEntity(char))) }, // Mustache
  { escaped: /[&<>"'/\\`]/gu, toEscape: namedOr((char) => (char === '`' ? '&#96;' : hexEntity(char))) }, // validator.js
  { escaped: /[&<>"'`]/gu, toEscape: namedOr(hexEntity) }, // Underscore
  { escaped: /[&<>"'/]/gu, toEscape: namedOr(hexEntity) }, // OWASP
  { escaped: /[&<>]|\P{ASCII}/gu, toEscape: namedOr(decimalEntity) }, // XML in ASCII
  { escaped: /[&<>"]|\P{ASCII}/gu, toEscape: namedOr(decimalEntity) }, // its attributes
];

/** Generates the forms of libraries that escape more than the usual characters. */
export function* escapedForms(text: string): Generator<string, void, void> {
  for (const { escaped, toEscape } of htmlEscapes) yield text.replace(escaped, toEscape);
  for (const { escaped, toEscape } of jsonEscapes) {
    // Escapes of `escaped` come first: JSON.stringify would write `"` as `\"`.
    const parts = text.split(escaped);
    const chars = text.match(escaped) ?? [];
    const plain = parts.map((part) => JSON.stringify(part).slice(1, -1));
    const form = plain.map((part, index) => part + (chars[index] === undefined ? '' : toEscape(chars[index]))).join('');
    yield form;
    if (form.includes('/')) yield form.replaceAll('/', '\\/');
  }
}
