/** Words that begin a block, with the word that ends it. */
const blockEnds = new Map([
  ['if', 'fi'],
  ['case', 'esac'],
  ['for', 'done'],
  ['while', 'done'],
  ['until', 'done'],
  ['select', 'done'],
]);
/** Words after which the next word is a command. */
const leading = new Set(['then', 'do', 'else', 'elif', 'if', 'while', 'until', '!']);

/** Returns true if Bash would ask for another line: an open quote, block, bracket or here-document. Takes linear time. */
export function isBashOpen(text: string): boolean {
  const reader = createReader(text);
  while (reader.index < text.length) if (!step(reader)) return true;
  return reader.open.length > 0 || reader.hereDocuments.length > 0 || /(?:\|\|?|&&)\s*$/.test(text.slice(-200));
}

function createReader(text: string) {
  return { text, index: 0, open: [] as string[], isCommand: true, isWordStart: true, hereDocuments: [] as string[] };
}
type Reader = ReturnType<typeof createReader>;

/** Reads one token. Returns false if it is not complete. */
function step(reader: Reader): boolean {
  const { text, index } = reader;
  const character = text[index] ?? '';
  if (character === '\\') return advance(reader, index + 2 <= text.length ? index + 2 : -1);
  if (character === "'" || character === '"') return advance(reader, endOfQuote(text, index));
  if (character === '#' && reader.isWordStart) return advance(reader, lineEnd(text, index));
  if (text.startsWith('<<', index)) return readHereDocument(reader);
  const [word] = reader.isWordStart ? (/^[a-z!]{1,8}(?![\w-])/.exec(text.slice(index, index + 10)) ?? []) : [];
  if (word !== undefined) return readWord(reader, word);
  if (character === '\n' && reader.hereDocuments.length > 0) return skipHereDocuments(reader);
  if (character === '(' || character === '{') reader.open.push(character === '(' ? ')' : '}');
  // The bracket after a pattern of `case` has no opening one.
  else if (reader.open.at(-1) === character) reader.open.pop();
  const isSeparator = '\n;&|(){}'.includes(character);
  // `${#name}` is no comment.
  reader.isWordStart = '\n;&|('.includes(character) || character.trim() === '';
  reader.isCommand = isSeparator || (reader.isCommand && character.trim() === '');
  reader.index += 1;
  return true;
}

function advance(reader: Reader, end: number): boolean {
  if (end === -1) return false;
  reader.isWordStart = reader.text[end - 1] === '\n';
  reader.isCommand = false;
  reader.index = end;
  return true;
}

function readWord(reader: Reader, word: string): boolean {
  if (reader.isCommand) {
    const close = blockEnds.get(word);
    if (close !== undefined) reader.open.push(close);
    else if (reader.open.at(-1) === word) reader.open.pop();
  }
  reader.isCommand = reader.isCommand && leading.has(word);
  reader.isWordStart = false;
  reader.index += word.length;
  return true;
}

/** `<<WORD`, `<<-WORD` and `<<'WORD'`; `<<<` is a string. */
function readHereDocument(reader: Reader): boolean {
  const { text, index } = reader;
  const [all, word] = /^<<-?[ \t]{0,16}["']?([A-Za-z_][\w.-]{0,200})["']?/.exec(text.slice(index, index + 240)) ?? [];
  if (word !== undefined) reader.hereDocuments.push(word);
  return advance(reader, index + (all?.length ?? (text.startsWith('<<<', index) ? 3 : 2)));
}

function skipHereDocuments(reader: Reader): boolean {
  for (const word of reader.hereDocuments) {
    for (let line = ''; line !== word; ) {
      if (reader.index >= reader.text.length) return false;
      const start = reader.index + 1;
      reader.index = lineEnd(reader.text, start);
      line = reader.text.slice(start, reader.index).replace(/^\t+/, '');
    }
  }
  reader.hereDocuments = [];
  reader.isCommand = true;
  reader.isWordStart = true;
  return true;
}

function endOfQuote(text: string, index: number): number {
  const quote = text[index];
  for (let end = index + 1; end < text.length; end++) {
    if (text[end] === '\\' && quote === '"') end += 1;
    else if (text[end] === quote) return end + 1;
  }
  return -1;
}

function lineEnd(text: string, index: number): number {
  const end = text.indexOf('\n', index);
  return end === -1 ? text.length : end;
}
