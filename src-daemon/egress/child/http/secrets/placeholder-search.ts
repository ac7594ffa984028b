import type { FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';
import type { Field } from '../header-fields.ts';
import { Refusal } from '../refusal.ts';
import { pairFilter } from './pair-filter.ts';

/** Searches bytes for placeholders, across the borders of chunks and in constant memory. */
export interface ByteSearch {
  /** Reads a chunk. Returns the number of bytes at the end of what was read that may begin a placeholder. @throws Refusal */
  read(chunk: Uint8Array): number;
}

export function createByteSearch(index: FormIndex): ByteSearch {
  const { matcher } = index;
  const filter = pairFilter(index);
  let node = 0;
  return {
    read(chunk) {
      for (let at = 0; at < chunk.length; at++) {
        if (node === 0) at = filter.next(chunk, at);
        if (at === chunk.length) break;
        node = matcher.step(node, chunk[at] ?? 0);
        if (matcher.matched(node) > 0) throw new Refusal('placeholder_misplaced');
      }
      return matcher.pending(node);
    },
  };
}

/** Searches the target and the fields of a request for placeholders that were not replaced. @throws Refusal */
export function searchHead(index: FormIndex, { target, fields }: { target: string; fields: readonly Field[] }): void {
  for (const text of [target, ...fields.flat()]) searchText(index, text);
}

/** Searches a text, as it is and with its percent-encoding decoded once and twice. */
function searchText(index: FormIndex, text: string): void {
  let decoded = text;
  for (let times = 0; times <= 2; times++) {
    createByteSearch(index).read(Buffer.from(decoded, 'latin1'));
    const next = percentDecoded(decoded);
    if (next === decoded) return;
    decoded = next;
  }
}

function percentDecoded(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
