/** Longer texts, such as those of files, are cut: the comparison is for reading. */
const limits = { field: 100_000, text: 400_000 } as const;

/**
 * Returns the text of a draft as lines to read: each field with its path, and each line of a long text on its own line. A
 * draft is JSON of the page itself; a text that is not is returned as it is.
 */
export function draftLinesOf(text: string | undefined): string {
  if (text === undefined) return '';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  return fieldsOf('', value).join('\n').slice(0, limits.text);
}

function fieldsOf(path: string, value: unknown): string[] {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return entries.flatMap(([name, field]) => fieldsOf(path === '' ? name : `${path}.${name}`, field));
  }
  const text = String(value).slice(0, limits.field);
  return text.includes('\n') ? [`${path}:`, ...text.split('\n')] : [`${path}: ${text}`];
}
