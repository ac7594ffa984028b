import type { OutputData } from '../../../src-shared/contracts/sandboxes/cell-output.ts';
import { isBase64 } from '../../../src-shared/formats/base64.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { maskText } from '../output/masked-streams.ts';

/** Media types of text, which is masked. Others than these and the images are dropped. */
const textTypes = ['text/plain', 'text/html', 'image/svg+xml', 'application/json'];
/** Images in base64, by the beginning that their signature has there. They are not masked. */
const imageBeginnings: Readonly<Record<string, string>> = { 'image/png': 'iVBORw0KGgo', 'image/jpeg': '/9j/' };
/** Size of one output in addition to its data, so that many small ones are bounded as well. */
const overheadCharacters = 256;

export type RichOutput = ReturnType<typeof createRichOutput>;

/** Counts and masks the rich output of one cell, up to a limit in characters and while its account has room for it. */
export function createRichOutput({ mask, memory }: Pick<ActiveSandbox, 'mask' | 'memory'>, limitCharacters: number) {
  let left = limitCharacters;
  let isTruncated = false;

  return {
    /** Returns the masked data, or undefined if a limit is exceeded or no type is known. Unknown types count too. */
    async data(data: OutputData): Promise<OutputData | undefined> {
      const all = Object.entries(data);
      if (!take(all.reduce((sum, [type, value]) => sum + type.length + value.length, 0))) return undefined;
      const known = all.filter(([type, value]) => isKnown(type, value));
      if (known.length === 0) return undefined;
      const masked: [string, string][] = [];
      for (const [type, value] of known)
        masked.push([type, textTypes.includes(type) ? await maskText(mask, value) : value]);
      return Object.fromEntries(masked);
    },

    /** Returns the masked beginning of a text. */
    text: async (text: string, mostCharacters: number): Promise<string> =>
      (await maskText(mask, text)).slice(0, mostCharacters).toWellFormed(),

    isTruncated: () => isTruncated,
    /** An output was left out. */
    truncate(): void {
      isTruncated = true;
    },
  };

  /** The events of the cell count what is kept. */
  function isAllowed(size: number): boolean {
    const holding = memory.open();
    const fits = holding.tryGrow(size);
    holding.release();
    return fits;
  }

  function take(characters: number): boolean {
    const size = characters + overheadCharacters;
    if (size > left || !isAllowed(size)) {
      isTruncated = true;
      return false;
    }
    left -= size;
    return true;
  }
}

function isKnown(type: string, value: string): boolean {
  if (textTypes.includes(type)) return true;
  const beginning = imageBeginnings[type];
  return beginning !== undefined && value.startsWith(beginning) && isBase64(value);
}
