import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';

/** Number of bytes that are read to detect the type of a file. */
export const sampleBytes = 4100;

export interface MediaType {
  mediaType: string;
  /** The given content if it is text in UTF-8. */
  text?: string;
}

/**
 * Detects the media type of a file from its content; the name decides only between types of text.
 * @param options.isCut true if `content` is only the beginning of the file, at least {@link sampleBytes}
 */
export async function mediaTypeOf(
  path: string,
  content: Uint8Array,
  { isCut = false }: { isCut?: boolean } = {},
): Promise<MediaType> {
  const detected = await fileTypeFromBuffer(content.subarray(0, sampleBytes));
  const text = decodeText(content, isCut);
  if (text === undefined) return { mediaType: detected?.mime ?? 'application/octet-stream' };
  return { mediaType: textType(path, text), text };
}

function decodeText(content: Uint8Array, isCut: boolean): string | undefined {
  if (content.subarray(0, sampleBytes).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content, { stream: isCut });
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

/** Parts that can precede the first element of an SVG document: how each begins and ends. */
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

/** Number of characters and rows that are read to detect a table. */
const tableCharacters = 64 * 1024;
const tableRows = 100;
const separators = [',', ';', '\t'];

/** Returns true if all lines have the same number of fields, at least two, quoted as in RFC 4180. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/, tableRows + 1);
  // The last line can be cut, or is empty after the last line break.
  const isLastPartial = lines.at(-1) === '' || lines.length > tableRows || text.length === tableCharacters;
  const rows = lines.slice(0, isLastPartial ? -1 : undefined);
  if (rows.length < 2) return false;
  return separators.some((separator) => {
    const counts = rows.map((row) => fieldsIn(row, separator));
    return (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0]);
  });
}

/** Returns the number of fields of a line; 0 if its quotes do not match or if it is a sentence. */
function fieldsIn(row: string, separator: string): number {
  const bare = row.replaceAll(/(^|[,;\t])"(?:[^"]|"")*"(?=$|[,;\t])/g, '$1');
  if (bare.includes('"') || bare.includes(`${separator} `)) return 0;
  return bare.split(separator).length;
}

/** Returns true for types of text. A file name alone does not make a file an image or a video. */
function isTextType(type: string): boolean {
  return type.startsWith('text/') || /^application\/(json|xml|javascript|yaml|toml|x-ndjson|sql)$/.test(type);
}
