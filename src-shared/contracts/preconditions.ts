import { z } from 'zod';

/** Versions in a condition: any current version (`*`), or a list of entity tags. */
export type Versions = '*' | readonly string[];

const limits = { characters: 1000 } as const;

/**
 * Reads `*` or a list of entity tags, `"3"` or `"3", "4"` (RFC 9110, 8.8.3 and 13.1); undefined if it is neither. Weak
 * tags are not supported, because this API issues strong tags only. Takes linear time.
 */
export function readVersions(header: string): Versions | undefined {
  if (header.trim() === '*') return '*';
  const tags = header.split(',').map((part) => part.trim());
  const isTag = (tag: string) =>
    tag.length >= 2 && tag.startsWith('"') && tag.endsWith('"') && isOpaque(tag.slice(1, -1));
  return tags.every(isTag) ? tags.map((tag) => tag.slice(1, -1)) : undefined;
}

/** Returns the entity tag of a version: `"3"`. */
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

/** Conditions of a PUT or PATCH, by the names of their headers. */
export const Preconditions = z.strictObject({
  'If-Match': versions(
    'Changes only this version, for example `"3"`; `*` means any version. If the item has another version or does not ' +
      'exist, the reply is `precondition_failed`.',
  ),
  'If-None-Match': versions(
    '`*`: only creates. If the name exists, the reply is `precondition_failed` and nothing changes.',
  ),
});
export type Preconditions = z.infer<typeof Preconditions>;

/** Reply header with the version of the item. */
export const VersionTag = z.strictObject({
  ETag: z.string().meta({ description: 'The version in double quotes, for `If-Match`.', examples: ['"3"'] }),
});
