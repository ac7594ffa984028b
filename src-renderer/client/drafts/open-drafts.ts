import { listDrafts } from '../../../src-shared/contracts/drafts.contract.ts';
import type { DraftSealer } from '../../crypto/draft-sealer.ts';
import { call } from '../call.ts';
import { loadPart } from '../load-part.ts';
import { whenReachable } from '../when-reachable.ts';
import { fetchDraft, isReplaceable, sendDraft } from './draft-requests.ts';
import type { UnsentDraft } from './draft-status.ts';
import { createUnsentDrafts, type UnsentDrafts } from './unsent-drafts.ts';

/** What the drafts of a session need of the daemon first. */
export interface OpenedDrafts {
  accountSealer: DraftSealer;
  unsent: UnsentDrafts;
}

/** Gets the key of the account's drafts, and sends what an earlier window could not. @throws ApiError */
export async function openDrafts(accountId: number, signal: AbortSignal): Promise<OpenedDrafts> {
  // The ciphers are no part of what the first screen loads.
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

/** False where the daemon has another window's version: the draft asks which to keep when it is opened. */
async function sendAgain(draft: UnsentDraft, signal: AbortSignal): Promise<boolean> {
  const remote = await fetchDraft(draft.id, signal);
  if (!isReplaceable(remote, draft)) return false;
  await sendDraft({ ...draft, basedOn: remote?.updatedAt ?? null }, signal);
  return true;
}
