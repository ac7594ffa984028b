import { isMaskable } from '../../src-shared/secrets.contract.ts';

/** Columns at which `base64`, MIME (76) and PEM (64) break their lines. */
const wrapColumns = [76, 64] as const;
/** A value of more lines has them masked as they are and not encoded one by one. */
const encodedLinesLimit = 256;

/**
 * Every text in which a program may print a value without meaning to (crypto.md, "In memory"): as it is, line by line,
 * in base64 whatever stands before it, and escaped for URLs and JSON. Values and lines under 6 characters give none.
 */
export function maskedForms(value: string): Set<string> {
  const forms = new Set<string>();
  const add = (found: Iterable<string>) => {
    for (const form of found) if (isMaskable(form)) forms.add(form);
  };
  const lines = linesOf(value);
  add(lines);
  for (const text of [value, value.trim()]) if (isMaskable(text)) add(allForms(text));
  if (lines.length <= encodedLinesLimit) for (const line of lines) if (isMaskable(line)) add(lineForms(line));
  return forms;
}

function allForms(text: string): string[] {
  return [text, ...base64Forms(text), ...urlForms(text), ...jsonForms(text)];
}

/** Of a line what it is in all likelihood printed as. */
function lineForms(line: string): string[] {
  return [...unbrokenBase64(Buffer.from(line)), encodeURIComponent(line), JSON.stringify(line).slice(1, -1)];
}

function linesOf(value: string): string[] {
  const lines = value.split(/\r\n|\r|\n/);
  return lines.length === 1 ? [] : [...new Set(lines.flatMap((line) => [line, line.trim()]))];
}

function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [...unbrokenBase64(bytes), ...brokenBase64(bytes)];
}

/** In every alignment and both alphabets. */
function unbrokenBase64(bytes: Buffer): string[] {
  const standard = [0, 1, 2].flatMap((offset) => [...alignedBase64(bytes, offset)]);
  return standard.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/**
 * The base64 of bytes that follow `offset` others: the characters that depend on nothing else, and the same to the
 * end of the text where nothing comes after them.
 */
function* alignedBase64(bytes: Buffer, offset: number): Generator<string> {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const whole = encoded.slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
  yield whole;
  const ended = encoded.slice(first);
  yield ended.replace(/=+$/, '');
  yield ended;
}

/** Broken into lines, where it begins with the value. */
function brokenBase64(bytes: Buffer): string[] {
  const encoded = bytes.toString('base64');
  // The last characters depend on what follows; where nothing does they are those of the value.
  const sure = encoded.slice(0, Math.floor((bytes.length * 8) / 6));
  return wrapColumns.flatMap((columns) => {
    const full = new RegExp(`.{${columns}}(?!$)`, 'g');
    return ['\n', '\r\n'].flatMap((end) => [sure.replace(full, `$&${end}`), encoded.replace(full, `$&${end}`)]);
  });
}

/** RFC 3986 as JavaScript, Python and forms write it, in both cases of the digits. */
function urlForms(text: string): string[] {
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const upper = [
    component,
    strict,
    strict.replaceAll('%2F', '/'),
    strict.replaceAll('%20', '+'),
    new URLSearchParams([['', text]]).toString().slice(1),
    encodeURI(text),
  ];
  return upper.flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase())]);
}

/** RFC 8259 as JavaScript, Python (ASCII only), PHP (`\/`) and Go (`\u003c`) write it. */
function jsonForms(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  const ascii = plain.replace(/[\u007f-\uffff]/g, unicodeEscape);
  return [
    plain,
    ascii,
    plain.replaceAll('/', '\\/'),
    ascii.replaceAll('/', '\\/'),
    plain.replace(/[<>&\u2028\u2029]/g, unicodeEscape),
  ];
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
