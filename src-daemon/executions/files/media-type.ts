import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';

/** How much of a file is looked at to tell what it is. */
const sampleBytes = 4100;

export interface MediaType {
  mediaType: string;
  /** The whole content in UTF-8, where it is text. */
  text?: string;
}

/** Tells what a file is by its content; its name decides only between kinds of text. */
export async function mediaTypeOf(path: string, content: Uint8Array): Promise<MediaType> {
  const recognised = await fileTypeFromBuffer(content.subarray(0, sampleBytes));
  const text = decodeText(content);
  if (text === undefined) return { mediaType: recognised?.mime ?? 'application/octet-stream' };
  return { mediaType: textType(path, text), text };
}

function decodeText(content: Uint8Array): string | undefined {
  if (content.subarray(0, sampleBytes).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

function textType(path: string, text: string): string {
  const start = text.slice(0, 1000).trimStart().toLowerCase();
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'text/html';
  if (isSvg(start)) return 'image/svg+xml';
  const byName = lookup(path);
  const named = byName !== false && isTextType(byName) ? byName : 'text/plain';
  return named === 'text/plain' && isTable(text.slice(0, tableCharacters)) ? 'text/csv' : named;
}

/** What may stand before the first element of an SVG document: how each part begins and ends. */
const prologue = [
  ['<?xml', '>'],
  ['<!--', '-->'],
  ['<!doctype svg', '>'],
] as const;

/** Returns true if the first element is `svg`. */
function isSvg(start: string): boolean {
  let rest = start;
  for (;;) {
    const part = prologue.find(([opening]) => rest.startsWith(opening));
    if (part === undefined) return /^<svg[\s>]/.test(rest);
    const [opening, closing] = part;
    const end = rest.indexOf(closing, opening.length);
    if (end === -1) return false;
    rest = rest.slice(end + closing.length).trimStart();
  }
}

/** How much of a text is looked at to tell whether it is a table. */
const tableCharacters = 64 * 1024;
const tableRows = 100;
const separators = [',', ';', '\t'];

/** Lines of the same number of fields, of more than one, with quotes as RFC 4180 has them. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/, tableRows + 1);
  // The last of many, or of a long text, may be cut, and that of few is the empty one behind the last line break.
  const isLastPartial = lines.at(-1) === '' || lines.length > tableRows || text.length === tableCharacters;
  const rows = lines.slice(0, isLastPartial ? -1 : undefined);
  if (rows.length < 2) return false;
  return separators.some((separator) => {
    const counts = rows.map((row) => fieldsIn(row, separator));
    return (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0]);
  });
}

/** How many fields a line has; 0 where its quotes do not fit, or where it is a sentence and not a row. */
function fieldsIn(row: string, separator: string): number {
  const bare = row.replaceAll(/(^|[,;\t])"(?:[^"]|"")*"(?=$|[,;\t])/g, '$1');
  if (bare.includes('"') || bare.includes(`${separator} `)) return 0;
  return bare.split(separator).length;
}

/** A name alone makes nothing an image or a video. */
function isTextType(type: string): boolean {
  return type.startsWith('text/') || /^application\/(json|xml|javascript|yaml|toml|x-ndjson|sql)$/.test(type);
}
