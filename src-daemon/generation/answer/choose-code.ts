import type { FencedBlock } from './fence-scanner.ts';

/** Classifies the tag of a block: the requested language, another language, no tag, or a tag of no language. */
export type ClassifyTag = (tag: string) => 'requested' | 'other' | 'none' | 'unknown';

/** Tags of blocks that are not programs. */
const notCode = new Set([
  'text',
  'txt',
  'plaintext',
  'output',
  'console',
  'log',
  'diff',
  'markdown',
  'md',
  'csv',
  'json',
]);

/**
 * Chooses the program among the blocks of an answer: the longest one of the requested language, else the longest one
 * without a tag, else the only one with an unknown tag. Undefined if there is none.
 */
export function chooseBlock(blocks: readonly FencedBlock[], classifyTag: ClassifyTag): string | undefined {
  const filled = blocks.filter(({ code }) => code.trim() !== '');
  const ofKind = (kind: ReturnType<ClassifyTag>) =>
    filled.filter(({ tag }) => !notCode.has(tag) && classifyTag(tag) === kind);
  const unknown = ofKind('unknown');
  return (
    longest(ofKind('requested')) ?? longest(ofKind('none')) ?? (unknown.length === 1 ? unknown[0]?.code : undefined)
  );
}

function longest(blocks: readonly FencedBlock[]): string | undefined {
  return blocks.toSorted((one, other) => other.code.length - one.code.length)[0]?.code;
}

const structure = /[;{}=()]|^\s*(#!|#include|import |from |def |use |package |echo |puts |print |<\?php)/;

/**
 * Returns true if an answer without a fence is a program and not text about one: at least one line looks like code, and no
 * line is a sentence.
 */
export function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return !lines.some(isSentence) && lines.some((line) => structure.test(line));
}

function isSentence(line: string): boolean {
  const text = line.trim();
  const looksLikeSentence = /^[A-Z'"]/.test(text) && /[.:!?]$/.test(text) && !/[;{}=()]/.test(text);
  return looksLikeSentence && text.split(/\s+/, 3).length === 3;
}
