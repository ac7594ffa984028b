import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';

export type FileKind = 'image' | 'csv' | 'tsv' | 'json' | 'jsonl' | 'html' | 'markdown' | 'text' | 'other';

/** Larger files are not shown. */
const shownBytes = 32 * 1024 * 1024;
const image = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;
const html = /^(?:text\/html|application\/xhtml\+xml)/;
const textual = /^(?:text\/|application\/(?:json|xml|javascript|yaml|toml)|[\w./-]{1,80}\+(?:json|xml)$)/;
const endings: readonly [RegExp, FileKind][] = [
  [/\.csv$/i, 'csv'],
  [/\.(?:tsv|tab)$/i, 'tsv'],
  [/\.(?:jsonl|ndjson)$/i, 'jsonl'],
  [/\.json$/i, 'json'],
  [/\.(?:md|markdown)$/i, 'markdown'],
];
const mediaTypes: Readonly<Record<string, FileKind>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/x-ndjson': 'jsonl',
  'application/json': 'json',
  'text/markdown': 'markdown',
};

/** How the names of kinds are shown in a list. */
export const kindNames: Readonly<Record<FileKind, string>> = {
  image: 'image',
  csv: 'table',
  tsv: 'table',
  json: 'JSON',
  jsonl: 'table',
  html: 'web page',
  markdown: 'Markdown',
  text: 'text',
  other: 'file',
};

/** Returns how a result file can be shown, by its name and its media type. */
export function kindOf({ path, mediaType }: ResultFile): FileKind {
  const plainType = mediaType.split(';', 1)[0] ?? '';
  if (image.test(plainType)) return 'image';
  const byName = endings.find(([ending]) => ending.test(path))?.[1];
  if (html.test(plainType)) return 'html';
  return byName ?? mediaTypes[plainType] ?? (textual.test(plainType) ? 'text' : 'other');
}

/** Returns true for a file of a known kind within the limit. */
export function canShow(file: ResultFile): boolean {
  return file.size <= shownBytes && kindOf(file) !== 'other';
}

/** Returns the last part of a file's path. */
export function baseName(path: string): string {
  return path.split('/').at(-1) || 'file';
}
