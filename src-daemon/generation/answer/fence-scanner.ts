/** Fenced block of an answer (CommonMark 0.31, 4.5). Unlike there, it can be indented. */
export interface FencedBlock {
  /** First word after the fence, in lowercase; empty if there is none. */
  tag: string;
  code: string;
}

interface ScannerHooks {
  /** Called for each line of a block, with its line break; `index` counts blocks from 0. */
  onCode: (line: string, block: { index: number; tag: string }) => void;
  /** Called for each line between the blocks, with its line break. */
  onExplanation: (line: string) => void;
}

interface OpenBlock {
  tag: string;
  fence: string;
  indent: number;
  lines: string[];
}

/**
 * Reads the fenced blocks of an answer while it arrives, in linear time. A full Markdown parser can take seconds for a
 * megabyte, and the endpoint decides the length.
 */
export function createFenceScanner({ onCode, onExplanation }: ScannerHooks) {
  const blocks: FencedBlock[] = [];
  const partial: string[] = [];
  let open: OpenBlock | undefined;

  return {
    push(text: string): void {
      const lines = text.split('\n');
      partial.push(lines[0] ?? '');
      for (const line of lines.slice(1)) {
        readLine(takePartial(), '\n');
        partial.push(line);
      }
    },
    /** Returns all blocks. An unclosed block ends with the text. */
    finish(): FencedBlock[] {
      const last = takePartial();
      if (last !== '') readLine(last, '');
      if (open !== undefined) close(open);
      return blocks;
    },
  };

  function takePartial(): string {
    return partial.splice(0).join('');
  }

  function readLine(raw: string, end: string): void {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (open === undefined) {
      open = openingOfBlock(line);
      if (open === undefined) onExplanation(line + end);
    } else if (closesBlock(line, open)) close(open);
    else {
      const text = withoutIndent(line, open.indent) + end;
      open.lines.push(text);
      onCode(text, { index: blocks.length, tag: open.tag });
    }
  }

  function close({ tag, lines }: OpenBlock): void {
    blocks.push({ tag, code: lines.join('') });
    open = undefined;
  }
}

/** Returns the fenced block that a line opens; undefined if it opens none. */
export function openingOfBlock(line: string): OpenBlock | undefined {
  const [start = '', space = '', fence = ''] = /^([ \t]*)(`{3,}|~{3,})/.exec(line) ?? [];
  const info = line.slice(start.length);
  if (fence === '' || /[\r\u2028\u2029]/.test(info) || (fence.startsWith('`') && info.includes('`'))) return undefined;
  const [tag = ''] = info
    .trim()
    .toLowerCase()
    .split(/[\s,{:]/);
  return { tag, fence, indent: space.length, lines: [] };
}

/** Returns true if a line closes a block. */
export function closesBlock(line: string, { fence }: Pick<OpenBlock, 'fence'>): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}

function withoutIndent(line: string, indent: number): string {
  let cut = 0;
  while (cut < indent && (line[cut] === ' ' || line[cut] === '\t')) cut++;
  return line.slice(cut);
}
