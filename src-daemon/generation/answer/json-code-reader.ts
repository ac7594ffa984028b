/** Reads the string `code` of a JSON object while the object arrives. */
export function createJsonCodeReader(onCode: (text: string) => void) {
  const parts: string[] = [];
  let pending = '';
  let state: 'before' | 'inside' | 'after' | 'broken' = 'before';

  return {
    push(text: string): void {
      if (state === 'after' || state === 'broken') return;
      pending += text;
      if (state === 'before') enter();
      if (state === 'inside') decode();
    },
    /** Returns the whole string; undefined before its closing quote. */
    code: () => (state === 'after' ? parts.join('') : undefined),
  };

  function enter(): void {
    const found = /"code"\s*:\s*"/.exec(pending);
    // The end of the text may be the beginning of the name, so it is kept.
    if (found === null) pending = pending.slice(-64);
    else {
      pending = pending.slice(found.index + found[0].length);
      state = 'inside';
    }
  }

  function decode(): void {
    const token = /[^"\\]+|\\(?:u[0-9a-fA-F]{4}|[^u])/y;
    const decoded: string[] = [];
    let end = 0;
    for (let match = token.exec(pending); match !== null; match = token.exec(pending)) {
      decoded.push(match[0].startsWith('\\') ? decodeEscape(match[0]) : match[0]);
      end = token.lastIndex;
    }
    pending = pending.slice(end);
    if (pending.startsWith('"')) state = 'after';
    // An escape has at most six characters, so this one is invalid.
    else if (pending.length >= 6) state = 'broken';
    const text = decoded.join('');
    if (text === '') return;
    parts.push(text);
    onCode(text);
  }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function decodeEscape(sequence: string): string {
  const letter = sequence[1] ?? '';
  if (letter === 'u') return String.fromCharCode(Number.parseInt(sequence.slice(2), 16));
  return escapes[letter] ?? letter;
}
