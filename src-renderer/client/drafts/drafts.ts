import type { DraftContext } from '../../../src-shared/zk/draft-seal.ts';
import type { DraftSealer } from '../../crypto/draft-sealer.ts';
import { sessionStore } from '../session/session.ts';
import { defineSessionStore, sessionSignal } from '../session/session-scope.ts';
import { whenReachable } from '../when-reachable.ts';
import { createDraft, type Draft } from './draft.ts';
import { fetchDraft, isReplaceable } from './draft-requests.ts';
import type { DraftStatus, UnsentDraft } from './draft-status.ts';
import { type OpenedDrafts, openDrafts } from './open-drafts.ts';
import { saveWhenLeaving } from './save-when-leaving.ts';

interface Drafts {
  /** By draft id. A draft that this window has neither loaded nor changed has none. */
  statuses: Readonly<Record<string, DraftStatus>>;
  load(id: string, sealer?: DraftSealer): Promise<string | undefined>;
  update(id: string, text: string | undefined, sealer?: DraftSealer): void;
  flush(): Promise<void>;
  forget(ids: readonly string[]): void;
  find(id: string): Draft | undefined;
}

/** How the drafts of this window stand. */
export const useDrafts = defineSessionStore<Drafts>((set) => {
  const accountId = sessionStore.getState().session?.user.id ?? 0;
  const signal = sessionSignal() ?? AbortSignal.abort();
  const drafts = new Map<string, { draft: Draft; sealer: DraftSealer }>();
  let opened: OpenedDrafts | undefined;
  let opening: Promise<OpenedDrafts> | undefined;

  function open(): Promise<OpenedDrafts> {
    opening ??= openDrafts(accountId, signal).then(
      (result) => {
        opened = result;
        return result;
      },
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  }

  /** The account's key is there after the first answer of the daemon; what is typed before waits for it. */
  const accountSealer: DraftSealer = {
    prepare: () => void open().catch(() => undefined),
    seal: async (context, text) => (await open()).accountSealer.seal(context, text),
    sealNow: (context, text) => opened?.accountSealer.sealNow(context, text),
    open: async (context, payload) => (await open()).accountSealer.open(context, payload),
  };

  function draftOf(id: string, sealer = accountSealer): Draft {
    const known = drafts.get(id);
    if (known !== undefined && (known.sealer === sealer || known.draft.isUnsaved())) return known.draft;
    const draft = createDraft({
      context: { accountId, draftId: id },
      sealer,
      signal,
      onStatus: (status) => set(({ statuses }) => ({ statuses: { ...statuses, [id]: status } })),
      store: (unsent) => opened?.unsent.put(unsent) ?? false,
      unstore: (unsent) => opened?.unsent.remove(unsent),
    });
    drafts.set(id, { draft, sealer });
    return draft;
  }

  async function load(id: string, sealer = accountSealer): Promise<string | undefined> {
    const draft = draftOf(id, sealer);
    const context = { accountId, draftId: id };
    const { unsent } = await open();
    const remote = await whenReachable(() => fetchDraft(id, signal), signal);
    const text = remote && (await sealer.open(context, remote.payload));
    const unsentDraft = unsent.all().find((candidate) => candidate.id === id);
    const unsentText = await textOf(unsentDraft, context, sealer);
    // What was typed while it was loaded, or was not saved yet, is newer than both.
    if (draft.isUnsaved()) return draft.text();
    if (unsentDraft === undefined || unsentText === text || (unsentDraft.payload === null && !isReplaceable(remote, unsentDraft))) {
      if (unsentDraft !== undefined) unsent.remove(unsentDraft);
      draft.adopt({ text, basedOn: remote?.updatedAt ?? null });
      return text;
    }
    const isConflict = !isReplaceable(remote, unsentDraft);
    draft.adoptStored(unsentText, isConflict ? unsentDraft : { ...unsentDraft, basedOn: remote?.updatedAt ?? null }, isConflict);
    return unsentText;
  }

  const flush = async () => {
    await Promise.all(Array.from(drafts.values(), ({ draft }) => draft.flush()));
  };
  const storeAll = () => Array.from(drafts.values(), ({ draft }) => draft.storeNow()).every((isStored) => isStored);
  saveWhenLeaving({ signal, flush, storeAll });

  return {
    statuses: {},
    load,
    update: (id, text, sealer) => draftOf(id, sealer).change(text),
    flush,
    forget: (ids) => {
      for (const id of ids) if (drafts.get(id)?.draft.isUnsaved() === false) drafts.delete(id);
    },
    find: (id) => drafts.get(id)?.draft,
  };
});

async function textOf(left: UnsentDraft | undefined, context: DraftContext, sealer: DraftSealer) {
  return left?.payload ? sealer.open(context, left.payload) : undefined;
}

/**
 * The text of a draft, newest version; undefined if there is none. Waits while the daemon does not answer. Without a
 * sealer it is one under the account's key.
 * @throws ApiError `decryption_failed` when it does not open
 */
export const loadDraft = (id: string, sealer?: DraftSealer): Promise<string | undefined> =>
  useDrafts.getState().load(id, sealer);

/**
 * Saves a draft a second after its last change, and at once when the window is left; undefined removes it. A text that
 * is the one already known changes nothing. The text is well-formed Unicode: JSON, for example.
 */
export const updateDraft = (id: string, text: string | undefined, sealer?: DraftSealer): void =>
  useDrafts.getState().update(id, text, sealer);

/** Saves every draft up to now; what fails is tried again by itself. */
export const flushDrafts = (): Promise<void> => useDrafts.getState().flush();

/** Drops drafts that are saved, and their sealers, from this window's memory: call {@link flushDrafts} before. */
export const forgetDrafts = (ids: readonly string[]): void => useDrafts.getState().forget(ids);

/** Ends a conflict in favour of this window. @throws ApiError */
export const keepOwnDraft = async (id: string): Promise<void> => useDrafts.getState().find(id)?.keepOwn();

/** Ends a conflict in favour of the other window, whose text is returned. @throws ApiError */
export const adoptOtherDraft = async (id: string): Promise<string | undefined> =>
  useDrafts.getState().find(id)?.adoptOther();

/** How a draft stands; undefined before this window has loaded or changed it. */
export const useDraftStatus = (id: string): DraftStatus | undefined => useDrafts(({ statuses }) => statuses[id]);
