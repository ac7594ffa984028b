import { parse, TomlError } from 'smol-toml';
import {
  type InlinePackage,
  type InlinePackages,
  InlinePackagesError,
  inlineLimits,
  nothingInline,
  requireFewPackages,
} from './inline-packages.ts';

const start = '# /// script';
const end = '# ///';
/** Nested tables of `[tool]`, which is not used. */
const deepest = 50;

interface Block {
  /** Number of the line after the start of the block, from 1. */
  line: number;
  lines: string[];
}

/**
 * Reads the packages of a Python script from its header (PEP 723). As the PEP requires, a block without an end is ignored,
 * and so are blocks of other types. Time is linear in the length.
 * @throws InlinePackagesError
 */
export function readPythonHeader(code: string): InlinePackages {
  if (!code.includes(start)) return nothingInline;
  const [block, second] = blocksOf(code);
  if (block === undefined) return nothingInline;
  if (second !== undefined) throw new InlinePackagesError(second.line - 1, 'begins a second header (# /// script)');
  const table = parseBlock(block);
  const packages = dependenciesOf(table.dependencies, block);
  const range = table['requires-python'];
  if (range === undefined) return { packages };
  const line = lineOf(block, 'requires-python');
  if (typeof range !== 'string') throw new InlinePackagesError(line, 'has a requires-python that is not a string');
  return { packages, requiresPython: { line, range } };
}

/** Returns the blocks of the type `script`. A block ends with the last end in its comment lines. */
function blocksOf(code: string): Block[] {
  const lines = code.split('\n').map((line) => line.trimEnd());
  const found: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] !== start) continue;
    let last = -1;
    let next = at + 1;
    for (; isContent(lines[next]); next++) if (lines[next] === end) last = next;
    if (last === -1) {
      // No start in these comment lines has an end.
      at = next - 1;
      continue;
    }
    found.push({ line: at + 2, lines: lines.slice(at + 1, last).map((line) => line.slice(2)) });
    at = last;
  }
  return found;
}

function isContent(line: string | undefined): boolean {
  return line === '#' || line?.startsWith('# ') === true;
}

function parseBlock(block: Block): Record<string, unknown> {
  const text = block.lines.join('\n');
  if (text.length > inlineLimits.headerCharacters)
    throw new InlinePackagesError(
      block.line,
      `begins a header of more than ${inlineLimits.headerCharacters} characters`,
    );
  try {
    return parse(text, { maxDepth: deepest });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.split('\n', 1);
    const message = `is not valid TOML: ${reason.replace(/^Invalid TOML document: /, '')}`;
    throw new InlinePackagesError(block.line + error.line - 1, message);
  }
}

function dependenciesOf(value: unknown, block: Block): InlinePackage[] {
  if (value === undefined) return [];
  const line = lineOf(block, 'dependencies');
  if (!Array.isArray(value)) throw new InlinePackagesError(line, 'has dependencies that are not a list');
  const packages = value.map((entry: unknown) => {
    if (typeof entry !== 'string') throw new InlinePackagesError(line, 'has a dependency that is not a string');
    return { line: lineOf(block, entry, line), text: entry.trim() };
  });
  requireFewPackages(packages);
  return packages;
}

/** Returns the number of the first line that contains a text, at or after a line. */
function lineOf({ line, lines }: Block, text: string, from = line): number {
  const at = lines.findIndex((one, index) => line + index >= from && one.includes(text));
  return at === -1 ? from : line + at;
}
