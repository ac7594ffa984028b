import type { OutputData, OutputMetadata } from '../../../src-shared/contracts/sandboxes/cell-output.ts';
import { isBase64 } from '../../../src-shared/formats/base64.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { maskText } from '../output/masked-streams.ts';

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
    text: async (text: string, maxCharacters: number): Promise<string> =>
      (await maskText(mask, text)).slice(0, maxCharacters).toWellFormed(),

    isTruncated: () => isTruncated,
    /** An output was left out. */
    truncate(): void {
      isTruncated = true;
    },
  };

  /** Holds no memory afterwards, because the events of the cell count the output that is retained. */
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

/** Media types of text, which is masked. */
const textTypes: ReadonlySet<string> = new Set([
  ...['text/plain', 'text/html', 'text/markdown', 'text/latex', 'image/svg+xml'],
  ...['application/json', 'application/javascript'],
]);
/** JSON of libraries such as plotly and vega. */
const jsonType = /^application\/[\w.-]{1,100}\+json$/;
/** Data in base64, by the beginning that its signature has there. It is not masked. */
const base64Beginnings: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo',
  'image/jpeg': '/9j/',
  'image/gif': 'R0lGOD',
  'image/webp': 'UklGR',
  'application/pdf': 'JVBERi0',
};

/** Returns true for a media type whose data is text. */
export const isTextType = (type: string): boolean => textTypes.has(type) || jsonType.test(type);

/** Returns false for data that is dropped: of an unknown media type, or without the signature of its type. */
function isKnownData(type: string, value: string): boolean {
  if (isTextType(type)) return true;
  const beginning = Object.hasOwn(base64Beginnings, type) ? base64Beginnings[type] : undefined;
  return beginning !== undefined && value.startsWith(beginning) && isBase64(value);
}
