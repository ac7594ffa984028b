import { z } from 'zod';
import { isScriptDraft } from '../../../../src-shared/contracts/drafts.contract.ts';
import { RulesForm } from '../../../ui/network/rule-form.ts';

/** The editable text of a script: plaintext that is only in this page's memory. */
export const PlainCode = z.strictObject({
  name: z.string(),
  language: z.string(),
  description: z.string(),
  code: z.string(),
  /** The network rules of its runs; absent if it has none, as in the drafts of an earlier version. */
  network: RulesForm.optional(),
});
export type PlainCode = z.infer<typeof PlainCode>;

/** An edit of a script that is unsaved, or whose saved revision is not loaded yet. */
export interface ScriptEdit {
  text: PlainCode;
  /** The stored revision that the edit is based on; 0 for a script that is not stored. */
  base: number;
  /** True if the text is stored as revision `base`; kept until that revision is decrypted again. */
  isSaved?: boolean;
}

/** The id of a document and of its draft: with the name of a stored script, or of the new script. */
export type DocumentId = `script:${string}` | 'script-new';

export const documentIdOf = (name: string | undefined): DocumentId =>
  name === undefined ? 'script-new' : `script:${name}`;

/** Returns true if the id is that of a script's draft. */
export const isDocumentId: (id: string) => id is DocumentId = isScriptDraft;

/** The name in a document's id; undefined for the new script. */
export const nameOf = (id: DocumentId): string | undefined =>
  id === 'script-new' ? undefined : id.slice('script:'.length);

export const blankCode: PlainCode = { name: '', language: 'python', description: '', code: '' };

export function isSameText(one: PlainCode, other: PlainCode): boolean {
  return (
    one.name === other.name &&
    one.language === other.language &&
    one.description === other.description &&
    one.code === other.code &&
    JSON.stringify(one.network) === JSON.stringify(other.network)
  );
}

/** Returns true if the edit has unsaved changes. */
export const isUnsaved = (edit: ScriptEdit | undefined): boolean => edit !== undefined && edit.isSaved !== true;

const Draft = z.strictObject({ v: z.literal(1), base: z.int().min(0), text: PlainCode });

/** The text of a draft, before it is sealed. */
export const draftTextOf = ({ base, text }: ScriptEdit): string =>
  JSON.stringify({ v: 1, base, text } satisfies z.input<typeof Draft>);

/** Returns the edit in a draft; undefined if its format is unknown. */
export function readDraftText(text: string): ScriptEdit | undefined {
  try {
    const { base, text: edited } = Draft.parse(JSON.parse(text));
    return { base, text: edited };
  } catch {
    return undefined;
  }
}
