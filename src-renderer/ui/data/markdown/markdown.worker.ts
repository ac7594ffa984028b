import { decodeStart } from '../decode-text.ts';
import { readCharacters } from './markdown-limits.ts';
import type { MarkdownAnswer } from './markdown-tree.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Runs in a worker because a hostile text can keep the parser busy. A worker reads one file. */
self.onmessage = ({ data }: MessageEvent<Uint8Array>) => {
  self.postMessage(read(data));
};

function read(bytes: Uint8Array): MarkdownAnswer {
  try {
    const { text, note, isCut } = decodeStart(bytes, readCharacters);
    const parsed = parseMarkdown(text);
    return { ...parsed, note, isCut: parsed.isCut || isCut };
  } catch {
    return undefined;
  }
}
