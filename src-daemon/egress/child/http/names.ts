/** Returns a name as CGI, PHP and their kind compare it: in lower case, with `-` for each `_`, `.` and space. */
export function normalizedName(name: string): string {
  return name
    .trimStart()
    .toLowerCase()
    .replace(/[_. [\]]/g, '-')
    .replace(/(?<=[a-z])-+$/, '');
}

/** Decodes a name or value of a form or a query; undefined if it is not encoded correctly. */
export function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
