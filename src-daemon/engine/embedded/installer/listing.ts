import type { Parser as HtmlParser } from 'htmlparser2';
import { z } from 'zod';
import type { JsonLimits } from '../../../core/json-meter.ts';
import { parseMeteredJson } from '../../../core/metered-json.ts';

/** One file of a package index. */
export interface IndexFile {
  fileName: string;
  url: URL;
  /** Digest of the file in hexadecimal; undefined if the index has none. */
  sha256: string | undefined;
  /** Range of Python versions; '' allows any. */
  requiresPython: string;
  /** True if the file is withdrawn: only an exact version selects it (PEP 592). */
  isYanked: boolean;
  /** Set if the index serves the metadata separately (PEP 658); the digest is optional. */
  metadata: { sha256: string | undefined } | undefined;
}

/** The answer of an index is not a listing. */
export class ListingError extends Error {
  constructor() {
    super('a package index answered with something that is not a listing');
    this.name = 'ListingError';
  }
}

/** A project with 10,000 files has some 150,000 values. */
const listingLimits: JsonLimits = { values: 500_000, depth: 16 };

const Hashes = z.record(z.string(), z.string());
const Metadata = z.union([z.boolean(), Hashes]).optional();
const Listing = z.object({
  files: z.array(
    z.object({
      filename: z.string(),
      url: z.string(),
      hashes: Hashes.default({}),
      'requires-python': z.string().nullish(),
      yanked: z.union([z.boolean(), z.string()]).optional(),
      'core-metadata': Metadata,
      'dist-info-metadata': Metadata,
    }),
  ),
});

/** Reads the files of a project from a JSON listing (PEP 691). @throws ListingError */
export function readJsonListing(text: string, base: URL): IndexFile[] {
  let files: z.infer<typeof Listing>['files'];
  try {
    ({ files } = Listing.parse(parseMeteredJson(text, listingLimits)));
  } catch {
    throw new ListingError();
  }
  return files.flatMap((file) => {
    const metadata = file['core-metadata'] ?? file['dist-info-metadata'] ?? false;
    const url = addressOf(file.url, base);
    return url === undefined
      ? []
      : {
          fileName: file.filename,
          url,
          sha256: file.hashes.sha256?.toLowerCase(),
          requiresPython: file['requires-python'] ?? '',
          isYanked: file.yanked !== undefined && file.yanked !== false,
          metadata: metadata === false ? undefined : { sha256: metadata === true ? undefined : metadata.sha256 },
        };
  });
}

/** Loads the reader of HTML listings. It is loaded late, because few indexes answer with HTML. */
export async function loadHtmlReader(): Promise<(text: string, page: URL) => IndexFile[]> {
  const { Parser } = await import('htmlparser2');
  return (text, page) => readHtmlListing(Parser, text, page);
}

/** Reads the files of a project from the links of an HTML page (PEP 503). */
function readHtmlListing(Parser: typeof HtmlParser, text: string, page: URL): IndexFile[] {
  const files: IndexFile[] = [];
  let base = page;
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'base') base = addressOf(attributes.href, base) ?? base;
      const url = tag === 'a' ? addressOf(attributes.href, base) : undefined;
      if (url !== undefined) files.push(fileOf(url, attributes));
    },
  });
  parser.end(text);
  return files;
}

function fileOf(url: URL, attributes: Readonly<Record<string, string>>): IndexFile {
  const metadata = attributes['data-core-metadata'] ?? attributes['data-dist-info-metadata'];
  const sha256 = digestOf(url.hash.slice(1));
  url.hash = '';
  return {
    fileName: decoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)),
    url,
    sha256,
    requiresPython: attributes['data-requires-python'] ?? '',
    isYanked: attributes['data-yanked'] !== undefined,
    metadata: metadata === undefined || metadata === 'false' ? undefined : { sha256: digestOf(metadata) },
  };
}

function addressOf(href: string | undefined, base: URL): URL | undefined {
  const url = URL.parse(href ?? '', base.href);
  return href !== undefined && (url?.protocol === 'http:' || url?.protocol === 'https:') ? url : undefined;
}

function digestOf(text: string): string | undefined {
  return /^sha256=([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
