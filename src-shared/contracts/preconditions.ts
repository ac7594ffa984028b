import { z } from 'zod';

/** What a condition names: any current version (`*`), or some by their entity tags. */
export type Versions = '*' | readonly string[];

const limits = { characters: 1000 } as const;

/**
 * Reads `*` or a list of entity tags, `"3"` or `"3", "4"` (RFC 9110, 8.8.3 and 13.1); undefined if it is neither. Weak
 * tags are no part of it: this API issues strong ones only. Linear in the length of the text.
 */
export function readVersions(header: string): Versions | undefined {
  if (header.trim() === '*') return '*';
  const tags = header.split(',').map((part) => part.trim());
  const isTag = (tag: string) =>
    tag.length >= 2 && tag.startsWith('"') && tag.endsWith('"') && isOpaque(tag.slice(1, -1));
  return tags.every(isTag) ? tags.map((tag) => tag.slice(1, -1)) : undefined;
}

/** The entity tag of a version: `"3"`. */
export const entityTag = (version: number): string => `"${version}"`;

function isOpaque(text: string): boolean {
  return Array.from(text).every((character) => character > ' ' && character !== '"' && character !== '\x7f');
}

const versions = (description: string) =>
  z
    .string()
    .max(limits.characters)
    .transform((header, context) => {
      const read = readVersions(header);
      if (read !== undefined) return read;
      context.addIssue({ code: 'custom', message: 'must be * or an entity tag in double quotes, such as "3"' });
      return z.NEVER;
    })
    .optional()
    .meta({ description, override: { type: 'string', maxLength: limits.characters, examples: ['*', '"3"'] } });

/** The conditions of a PUT, by the names of their headers. */
export const Preconditions = z.strictObject({
  'If-Match': versions(
    'Replace only this version, `"3"` for instance; `*` is any. Another one, or none, is `precondition_failed`.',
  ),
  'If-None-Match': versions('`*`: only create. A name that is taken is `precondition_failed`, and nothing changes.'),
});
export type Preconditions = z.infer<typeof Preconditions>;

/** The header of an answer that names the version which it is of. */
export const VersionTag = z.strictObject({
  ETag: z.string().meta({ description: 'The version in double quotes, for `If-Match`.', examples: ['"3"'] }),
});
