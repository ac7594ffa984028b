import { readDraft } from '../../../../src-shared/contracts/drafts.contract.ts';
import {
  type EncryptedCode,
  type EncryptedCodeMetadata,
  listCodeRevisions,
  readCode,
} from '../../../../src-shared/contracts/vault.contract.ts';
import type { DraftPayload } from '../../../../src-shared/zk/draft-payload.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useDocuments } from '../documents/documents-store.ts';
import { restoreDocument } from '../documents/script-drafts.ts';
import { documentIdOf, isUnsaved, type ScriptEdit } from '../documents/script-edit.ts';

/** A deleted script, still encrypted, in this page's memory while its deletion can be undone. */
export interface KeptScript {
  /** Oldest first; the last one is the current revision. */
  revisions: readonly EncryptedCode[];
  /** The unsaved changes of this window. */
  edit: ScriptEdit | undefined;
  /** Sealed drafts by id: the run options, and unsaved changes that this window has not opened. */
  drafts: readonly { id: string; payload: DraftPayload }[];
}

/** Maximum bytes of code that a deletion keeps in memory: more is deleted only after a confirmation. */
export const keptLimitBytes = 32 * 1024 * 1024;

/** Reads all that an undo must store again. Call `flushDrafts` first. @throws ApiError */
export async function keepScript(script: EncryptedCodeMetadata, limitBytes: number): Promise<KeptScript> {
  const { name } = script;
  const params = { name };
  const id = documentIdOf(name);
  if (useDocuments.getState().saves[id]?.isPending)
    throw new ApiError('invalid_request', `${name} is being saved. Try again in a moment.`);
  const { revisions: listed } = await call(listCodeRevisions, { params });
  if (listed.reduce((sum, { size }) => sum + size, 0) > limitBytes)
    throw new ApiError('too_large', 'Its revisions are too large to be kept for an undo.');
  const revisions: EncryptedCode[] = [];
  for (const { revision } of listed.toReversed()) revisions.push(await call(readCode, { params, query: { revision } }));
  if (revisions.at(-1)?.revision !== script.revision)
    throw new ApiError('precondition_failed', 'Another window saved the script in the meantime.');
  // A draft that this window cannot open stays sealed.
  await restoreDocument(id).catch(() => undefined);
  const edit = useDocuments.getState().edits[id];
  const isOpen = isUnsaved(edit);
  const drafts = [await draftOf(`options:${name}`), ...(isOpen ? [] : [await draftOf(id)])];
  return { revisions, edit: isOpen ? edit : undefined, drafts: drafts.flatMap((draft) => draft ?? []) };
}

async function draftOf(id: string) {
  const { draft } = await call(readDraft, { params: { id } });
  return draft === null ? undefined : { id, payload: draft.payload };
}

/** Bytes of code in all revisions. */
export const keptBytes = ({ revisions }: KeptScript): number => revisions.reduce((sum, { size }) => sum + size, 0);

/** The script's name. */
export const keptName = ({ revisions }: KeptScript): string => revisions.at(-1)?.name ?? '';
