import type { FencedBlock } from './fence-scanner.ts';

/** What the tag of a block says of it: the language asked for, another one, nothing, or a word that no language has. */
export type ClassifyTag = (tag: string) => 'wanted' | 'other' | 'none' | 'unknown';

/** Words after a fence that say that the block is no program. */
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
 * The program among the blocks of an answer: the longest of the wanted language, else of those without a tag, else the
 * only one whose tag nothing is known of. Undefined where there is none.
 */
export function chooseBlock(blocks: readonly FencedBlock[], judge: ClassifyTag): string | undefined {
  const filled = blocks.filter(({ code }) => code.trim() !== '');
  const judged = (verdict: ReturnType<ClassifyTag>) =>
    filled.filter(({ tag }) => !notCode.has(tag) && judge(tag) === verdict);
  const unknown = judged('unknown');
  return longest(judged('wanted')) ?? longest(judged('none')) ?? (unknown.length === 1 ? unknown[0]?.code : undefined);
}

function longest(blocks: readonly FencedBlock[]): string | undefined {
  return blocks.toSorted((one, other) => other.code.length - one.code.length)[0]?.code;
}

const structure = /[;{}=()]|^\s*(#!|#include|import |from |def |use |package |echo |puts |print |<\?php)/;

/**
 * Whether an answer without any fence is a program by itself rather than words about one: a line of it has the marks
 * of code, and none is a sentence.
 */
export function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return !lines.some(isSentence) && lines.some((line) => structure.test(line));
}

function isSentence(line: string): boolean {
  const text = line.trim();
  const hasItsForm = /^[A-Z'"]/.test(text) && /[.:!?]$/.test(text) && !/[;{}=()]/.test(text);
  return hasItsForm && text.split(/\s+/, 3).length === 3;
}
