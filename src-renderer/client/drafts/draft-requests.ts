import { deleteDraft, readDraft, saveDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import type { DraftPayload } from '../../../src-shared/zk/draft-payload.ts';
import { asApiError } from '../api-error.ts';
import { call } from '../call.ts';
import type { UnsentDraft } from './draft-status.ts';

/** A draft as the daemon has it. */
export interface RemoteDraft {
  updatedAt: string;
  payload: DraftPayload;
}

/** The draft that the daemon has; undefined if it has none. @throws ApiError */
export async function fetchDraft(id: string, signal: AbortSignal): Promise<RemoteDraft | undefined> {
  return call(readDraft, { params: { id }, signal }).catch((error: unknown) => {
    if (asApiError(error).code === 'draft_not_found') return undefined;
    throw error;
  });
}

/**
 * Saves a version, or removes the draft; returns the new `updatedAt`, null after a removal.
 * @throws ApiError `draft_changed` when the daemon has a version that the sender does not know
 */
export async function sendDraft(
  { id, basedOn, payload }: Pick<UnsentDraft, 'id' | 'basedOn' | 'payload'>,
  signal: AbortSignal,
): Promise<string | null> {
  if (payload === null) {
    if (basedOn !== null) await removeDraft(id, basedOn, signal);
    return null;
  }
  const body = { payload, basedOn: basedOn ?? null };
  return (await call(saveDraft, { params: { id }, body, signal })).updatedAt;
}

async function removeDraft(id: string, basedOn: string | undefined, signal: AbortSignal): Promise<void> {
  try {
    await call(deleteDraft, { params: { id }, ...(basedOn !== undefined && { query: { basedOn } }), signal });
  } catch (error) {
    // A version that another window has saved since then is not the one that was to be removed.
    const { code } = asApiError(error);
    if (code !== 'draft_not_found' && code !== 'draft_changed') throw error;
  }
}

/** Whether the daemon's version is the one that an unsent draft was made from, so that nothing is lost with it. */
export function isReplaceable(remote: RemoteDraft | undefined, { basedOn, nonces }: UnsentDraft): boolean {
  return remote === undefined || remote.updatedAt === basedOn || nonces.includes(remote.payload.nonce);
}
