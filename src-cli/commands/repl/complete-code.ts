import { completeCode } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import type { CellContext } from './follow-cell.ts';

const timeoutMs = 2000;
const shownMatches = 200;
const matchCharacters = 200;
const indent = '    ';

/** Returns what readline inserts or lists: texts, and the part of the line that they replace. */
export type Complete = (pending: string, line: string) => Promise<[string[], string]>;

/**
 * Creates the completion of the Tab key, which asks the live context.
 * @param contextOf returns the current context
 */
export function createCompleter(contextOf: () => CellContext): Complete {
  return async (pending, line) => {
    if (line.trim() === '') return [[line + indent], line];
    const { client, id, cid } = contextOf();
    const code = pending + line;
    const body = { code, cursor: code.length };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { matches, start, end } = await client.call(completeCode, { params: { id, cid }, body, signal });
      // readline can only replace text of this line that ends at the cursor.
      if (start < pending.length || start > end || end !== code.length) return [[], line];
      return [matches.filter(isShown).slice(0, shownMatches), code.slice(start)];
    } catch {
      // A line without a completion is still useful; a sandbox that has ended is reported at the next cell.
      return [[], line];
    }
  };
}

/** Programs choose the names, which must not control the terminal. */
function isShown(match: string): boolean {
  return match.length <= matchCharacters && visibleLine(match) === match;
}
