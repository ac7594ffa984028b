import type { OutputData, OutputMetadata } from '../../../src-shared/contracts/sandboxes/cell-output.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { maskText } from '../output/masked-streams.ts';
import { isKnownData, isTextType } from './rich-types.ts';

/** Size of one output in addition to its data, so that many small ones are bounded as well. */
const overheadCharacters = 256;
/** Size of a value of the metadata in addition to its text. */
const valueCharacters = 32;

export interface RichParts {
  data: OutputData;
  metadata?: OutputMetadata | undefined;
}

export type RichOutput = ReturnType<typeof createRichOutput>;

/** Counts and masks the rich output of one cell, up to a limit in characters and while its account has room for it. */
export function createRichOutput({ mask, memory }: Pick<ActiveSandbox, 'mask' | 'memory'>, limitCharacters: number) {
  let left = limitCharacters;
  let isTruncated = false;

  return {
    /** Returns the masked output, or undefined if a limit is exceeded or no type is known. Unknown types count too. */
    async parts({ data, metadata = {} }: RichParts): Promise<RichParts | undefined> {
      const all = Object.entries(data);
      if (!take(all.reduce((sum, [type, value]) => sum + type.length + value.length, sizeOf(metadata))))
        return undefined;
      const known = all.filter(([type, value]) => isKnownData(type, value));
      if (known.length === 0) return undefined;
      const masked: [string, string][] = [];
      for (const [type, value] of known) {
        // The name of a type can contain a secret as well.
        if ((await maskText(mask, type)) !== type) continue;
        masked.push([type, isTextType(type) ? await maskText(mask, value) : value]);
      }
      const described = await maskMetadata(
        known.map(([type]) => type),
        metadata,
      );
      return { data: Object.fromEntries(masked), ...(described && { metadata: described }) };
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

  /** Returns the metadata of the given types, or undefined if there is none. */
  async function maskMetadata(types: readonly string[], metadata: OutputMetadata) {
    const masked: [string, OutputMetadata[string]][] = [];
    for (const type of types) {
      const values = Object.hasOwn(metadata, type) ? metadata[type] : undefined;
      if (values === undefined) continue;
      const pairs: [string, string | number | boolean][] = [];
      for (const [name, value] of Object.entries(values))
        pairs.push([await maskText(mask, name), typeof value === 'string' ? await maskText(mask, value) : value]);
      masked.push([type, Object.fromEntries(pairs)]);
    }
    return masked.length === 0 ? undefined : Object.fromEntries(masked);
  }
}

function sizeOf(metadata: OutputMetadata): number {
  let size = 0;
  for (const [type, values] of Object.entries(metadata)) {
    size += type.length;
    for (const [name, value] of Object.entries(values)) size += valueCharacters + name.length + String(value).length;
  }
  return size;
}
