import { listDrafts } from '../../../src-shared/contracts/drafts.contract.ts';
import type { DraftSealer } from '../../crypto/draft-sealer.ts';
import { call } from '../call.ts';
import { loadPart } from '../load-part.ts';
import { whenReachable } from '../when-reachable.ts';
import { fetchDraft, isReplaceable, sendDraft } from './draft-requests.ts';
import type { UnsentDraft } from './draft-status.ts';
import { createUnsentDrafts, type UnsentDrafts } from './unsent-drafts.ts';

/** The sealer of the account and the unsent drafts, which must be loaded before the first save. */
export interface OpenedDrafts {
  accountSealer: DraftSealer;
  unsent: UnsentDrafts;
}

/** Fetches the key of the account's drafts, and sends drafts that an earlier window could not send. @throws ApiError */
export async function openDrafts(accountId: number, signal: AbortSignal): Promise<OpenedDrafts> {
  // The ciphers are loaded after the first screen.
  const [{ key }, { createAccountSealer }, { createUnsentBox }] = await Promise.all([
    whenReachable(() => call(listDrafts, { signal }), signal),
    loadPart(() => import('../../crypto/draft-sealer.ts')),
    loadPart(() => import('../../crypto/unsent-box.ts')),
  ]);
  const unsent = createUnsentDrafts(createUnsentBox(accountId, key));
  for (const draft of unsent.all()) {
    const isSent = await sendAgain(draft, signal).catch(() => false);
    if (isSent) unsent.remove(draft);
  }
  return { accountSealer: createAccountSealer(key), unsent };
}

/** Returns the ids of the drafts that the daemon lists, and of those that only this browser has. @throws ApiError */
export async function findDraftIds({ unsent }: OpenedDrafts, signal: AbortSignal): Promise<string[]> {
  const { drafts } = await call(listDrafts, { signal });
  const unsaved = unsent.all().filter(({ payload }) => payload !== null);
  return [...new Set([...drafts, ...unsaved].map(({ id }) => id))];
}

/** Returns false if the daemon has another window's version: the user chooses one when the draft is opened. */
async function sendAgain(draft: UnsentDraft, signal: AbortSignal): Promise<boolean> {
  const remote = await fetchDraft(draft.id, signal);
  if (!isReplaceable(remote, draft)) return false;
  await sendDraft({ ...draft, basedOn: remote?.updatedAt ?? null }, signal);
  return true;
}
