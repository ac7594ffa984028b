import { textUnits } from '../../../src-shared-node/masking/output-units.ts';
import type { Holding } from '../../core/memory/ledger.ts';

/** Small parts are joined up to this length, so that their number is bounded as well. */
const joinedCharacters = 4096;

interface HeadOptions {
  units?: typeof textUnits;
  /** Counts the text that is retained; absent where others count it. */
  held?: Holding | undefined;
}

/** Keeps the first units of a stream, as far as the account has room for them. */
export function createTextHead(limitBytes: number, { units = textUnits, held }: HeadOptions = {}) {
  let text = '';
  let leftBytes = limitBytes;
  let isTruncated = false;
  return {
    /** Adds text. Returns the part of it that is kept. */
    push(added: string): string {
      const isAllowed = !isTruncated && (held?.tryGrow(added.length) ?? true);
      const part = isAllowed ? units.firstOf(added, leftBytes) : '';
      text += part;
      leftBytes -= units.sizeOf(part);
      isTruncated ||= part.length < added.length;
      return part;
    },
    text: () => text,
    isTruncated: () => isTruncated,
    /** Forgets the text, and has room again. */
    clear(): void {
      held?.shrink(text.length);
      text = '';
      leftBytes = limitBytes;
      isTruncated = false;
    },
  };
}

/** Keeps the last units of a stream. */
export function createTextTail(limitBytes: number, units = textUnits) {
  let parts: { text: string; bytes: number }[] = [];
  let bytes = 0;
  let isTruncated = false;
  return {
    push(added: string): void {
      const addedBytes = units.sizeOf(added);
      bytes += addedBytes;
      isTruncated ||= bytes > limitBytes;
      const last = parts.at(-1);
      if (last !== undefined && last.text.length + added.length <= joinedCharacters) {
        last.text += added;
        last.bytes += addedBytes;
      } else parts.push({ text: added, bytes: addedBytes });
      let first = 0;
      for (let part = parts[0]; part !== undefined && bytes - part.bytes >= limitBytes; part = parts[++first])
        bytes -= part.bytes;
      if (first > 0) parts = parts.slice(first);
    },
    text: () => units.lastOf(parts.map(({ text }) => text).join(''), limitBytes),
    isTruncated: () => isTruncated,
  };
}
