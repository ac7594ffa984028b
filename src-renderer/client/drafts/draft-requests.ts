import { deleteDraft, readDraft, saveDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import type { DraftPayload } from '../../../src-shared/zk/draft-payload.ts';
import { asApiError } from '../api-error.ts';
import { call } from '../call.ts';
import type { UnsentDraft } from './draft-status.ts';

/** A draft as stored by the daemon. */
export interface RemoteDraft {
  updatedAt: string;
  payload: DraftPayload;
}

/** Fetches a draft; undefined if the daemon has none. @throws ApiError */
export async function fetchDraft(id: string, signal: AbortSignal): Promise<RemoteDraft | undefined> {
  return (await call(readDraft, { params: { id }, signal })).draft ?? undefined;
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
    // Another window saved a newer version, which must not be removed.
    if (asApiError(error).code !== 'draft_changed') throw error;
  }
}

/**
 * Returns true if the daemon has no version, or the one that the unsent draft is based on, so that replacing it loses
 * nothing.
 */
export function isReplaceable(remote: RemoteDraft | undefined, { basedOn, nonces }: UnsentDraft): boolean {
  return remote === undefined || remote.updatedAt === basedOn || nonces.includes(remote.payload.nonce);
}
