import { z } from 'zod';

/** What a person writes of a script: plaintext, in this page's memory only. */
export const PlainCode = z.strictObject({
  name: z.string(),
  language: z.string(),
  description: z.string(),
  code: z.string(),
});
export type PlainCode = z.infer<typeof PlainCode>;

/** An edit of a script that is not saved, or not seen to be saved yet. */
export interface ScriptEdit {
  text: PlainCode;
  /** The stored revision that the edit began from; 0 for a script that is not stored. */
  base: number;
  /** The text is what is stored as revision `base`; kept until that revision has been opened again. */
  isSaved?: boolean;
}

/** The id of a document and of its draft: of a stored script by its name, else of the new one. */
export type DocumentId = `script:${string}` | 'script-new';

export const documentIdOf = (name: string | undefined): DocumentId =>
  name === undefined ? 'script-new' : `script:${name}`;

/** Whether a draft is one of a script, and not of another screen or of options. */
export const isDocumentId = (id: string): id is DocumentId => id === 'script-new' || id.startsWith('script:');

/** The name in a document's id; undefined for the new script. */
export const nameOf = (id: DocumentId): string | undefined =>
  id === 'script-new' ? undefined : id.slice('script:'.length);

export const blankCode: PlainCode = { name: '', language: 'python', description: '', code: '' };

export function isSameText(one: PlainCode, other: PlainCode): boolean {
  return (
    one.name === other.name &&
    one.language === other.language &&
    one.description === other.description &&
    one.code === other.code
  );
}

/** Whether something would be lost without the edit. */
export const isUnsaved = (edit: ScriptEdit | undefined): boolean => edit !== undefined && edit.isSaved !== true;

const Draft = z.strictObject({ v: z.literal(1), base: z.int().min(0), text: PlainCode });

/** The text of a draft, before it is sealed. */
export const draftTextOf = ({ base, text }: ScriptEdit): string =>
  JSON.stringify({ v: 1, base, text } satisfies z.input<typeof Draft>);

/** The edit that a draft holds; undefined if it holds none that this version knows. */
export function readDraftText(text: string): ScriptEdit | undefined {
  try {
    const { base, text: edited } = Draft.parse(JSON.parse(text));
    return { base, text: edited };
  } catch {
    return undefined;
  }
}
