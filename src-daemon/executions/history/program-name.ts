import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';

/** Maximum length of a name. */
const nameLength = 120;
/** Only the beginning of the code is searched. */
const searched = { characters: 16_384, lines: 300 };

/** Returns the name of a program in the history: the given one, its path, or its first meaningful line. */
export function nameOfRequest({ name, entry, code }: Pick<ExecuteRequest, 'name' | 'entry' | 'code'>) {
  const found = name ?? entry ?? firstMeaningfulLine(code);
  return found === undefined ? undefined : boundedName(found);
}

/** Returns a text as one line of at most 120 characters without hidden ones. */
export function boundedName(text: string): string {
  const line = visibleLine(text.slice(0, 4 * nameLength).toWellFormed());
  if (line.length <= nameLength) return line;
  return `${line.slice(0, nameLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * Returns the first comment or statement of a program that says something about it: no `#!` line, no import, no header.
 * If there are only such lines, the first of them; undefined for code without letters and digits.
 */
export function firstMeaningfulLine(code: string): string | undefined {
  let boilerplate: string | undefined;
  let blockEnd: string | undefined;
  for (const raw of code.slice(0, searched.characters).split('\n', searched.lines)) {
    const line = raw.trim();
    if (blockEnd !== undefined) {
      if (line.startsWith(blockEnd)) blockEnd = undefined;
      continue;
    }
    blockEnd = endOfBlock(line);
    const text = withoutMarks(line);
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    if (blockEnd === undefined && !isBoilerplate(line, text)) return text;
    boilerplate ??= text;
  }
  return boilerplate;
}

/** Returns the beginning of the line that ends a block of imports or of inline metadata (PEP 723). */
function endOfBlock(line: string): string | undefined {
  if (line === '# /// script') return '# ///';
  if (!isImport(line)) return undefined;
  if (line.endsWith('(')) return ')';
  return line.endsWith('{') ? '}' : undefined;
}

const imports = /^(?:import|from|use|using|require|require_relative|package|source|library|#include)\b/;
const isImport = (line: string) => imports.test(line);

/** Beginnings of lines that many programs share. */
const boilerplateStarts = ['#!', "'use strict'", '"use strict"', '<?php', 'set -', '# strongroom:', '// strongroom:'];

function isBoilerplate(line: string, text: string): boolean {
  if (isImport(line) || boilerplateStarts.some((beginning) => line.startsWith(beginning))) return true;
  return /^(?:SPDX-|Copyright\b|-\*-|coding[:=]|vim:|eslint-|@ts-)/i.test(text);
}

/** Opening and closing marks of comments and of Python's doc strings. A mark without a space after it can be code. */
const openings = ['/**', '/*', '"""', "'''", '// ', '///', '# ', '## ', '-- ', '* ', '<!--'];
const closings = ['*/', '"""', "'''", '-->'];

function withoutMarks(line: string): string {
  const opening = openings.find((mark) => line.startsWith(mark)) ?? '';
  const text = line.slice(opening.length);
  const closing = closings.find((mark) => text.endsWith(mark)) ?? '';
  return text.slice(0, text.length - closing.length).trim();
}
