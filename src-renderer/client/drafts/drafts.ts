import type { DraftContext } from '../../../src-shared/zk/draft-seal.ts';
import type { DraftSealer } from '../../crypto/draft-sealer.ts';
import { sessionStore } from '../session/session.ts';
import { defineSessionStore, sessionSignal } from '../session/session-scope.ts';
import { whenReachable } from '../when-reachable.ts';
import { createDraft, type Draft, type DraftVersions } from './draft.ts';
import { fetchDraft, isReplaceable } from './draft-requests.ts';
import type { DraftStatus, UnsentDraft } from './draft-status.ts';
import { createLateTexts, type ProduceText } from './late-texts.ts';
import { findDraftIds, type OpenedDrafts, openDrafts } from './open-drafts.ts';
import { saveWhenLeaving } from './save-when-leaving.ts';

const saving: DraftStatus = { state: 'saving' };

interface Drafts {
  /** Status by draft id; undefined for a draft that this window has neither loaded nor changed. */
  statuses: Readonly<Record<string, DraftStatus>>;
  list(signal: AbortSignal): Promise<string[]>;
  load(id: string, sealer?: DraftSealer): Promise<string | undefined>;
  update(id: string, text: string | undefined, sealer?: DraftSealer): void;
  updateLate(id: string, produce: ProduceText): void;
  flush(): Promise<unknown>;
  forget(ids: readonly string[]): void;
  find(id: string): Draft | undefined;
}

/** The drafts of this window and their statuses. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the drafts of a window and the few steps that change them
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

  /** The account's key arrives with the first response of the daemon; earlier changes wait for it. */
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

  const late = createLateTexts((id, produce) => {
    const draft = draftOf(id);
    draft.change(produce());
    // The text is as it was saved: the change was taken back.
    if (!draft.isUnsaved()) set(({ statuses }) => ({ statuses: { ...statuses, [id]: { state: 'saved' } } }));
  });
  signal.addEventListener('abort', () => late.clear());

  async function load(id: string, sealer = accountSealer): Promise<string | undefined> {
    late.settle();
    const draft = draftOf(id, sealer);
    const context = { accountId, draftId: id };
    const { unsent } = await open();
    const remote = await whenReachable(() => fetchDraft(id, signal), signal);
    const text = remote && (await sealer.open(context, remote.payload));
    const stored = unsent.all().find((candidate) => candidate.id === id);
    const storedText = await textOf(stored, context, sealer);
    // A change made during the load is newer than both versions.
    if (draft.isUnsaved()) return draft.text();
    if (stored === undefined || storedText === text || (stored.payload === null && !isReplaceable(remote, stored))) {
      if (stored !== undefined) unsent.remove(stored);
      draft.adopt({ text, basedOn: remote?.updatedAt ?? null });
      return text;
    }
    const isConflict = !isReplaceable(remote, stored);
    draft.adoptStored(storedText, isConflict ? stored : { ...stored, basedOn: remote?.updatedAt ?? null }, isConflict);
    return storedText;
  }

  const flush = () => {
    late.settle();
    return Promise.all(Array.from(drafts.values(), ({ draft }) => draft.flush()));
  };
  const storeAll = () => {
    late.settle();
    return Array.from(drafts.values(), ({ draft }) => draft.storeNow()).every((isStored) => isStored);
  };
  saveWhenLeaving({ signal, flush, storeAll });

  return {
    statuses: {},
    list: async (signal) => findDraftIds(await open(), signal),
    load,
    update: (id, text, sealer) => {
      late.drop(id);
      draftOf(id, sealer).change(text);
    },
    updateLate: (id, produce) => {
      set(({ statuses }) => (statuses[id]?.state === 'saved' ? { statuses: { ...statuses, [id]: saving } } : {}));
      late.add(id, produce);
    },
    flush,
    forget: (ids) => {
      for (const id of ids) if (drafts.get(id)?.draft.isUnsaved() === false) drafts.delete(id);
    },
    find: (id) => {
      late.settle();
      return drafts.get(id)?.draft;
    },
  };
});

async function textOf(left: UnsentDraft | undefined, context: DraftContext, sealer: DraftSealer) {
  return left?.payload ? sealer.open(context, left.payload) : undefined;
}

/** Returns the ids of the account's drafts, also of those that only this browser has. @throws ApiError */
export const listDraftIds = (signal: AbortSignal): Promise<string[]> => useDrafts.getState().list(signal);

/**
 * Returns the newest text of a draft; undefined if there is none. Waits while the daemon does not answer. The default
 * sealer uses the account's key.
 * @throws ApiError `decryption_failed` if the draft cannot be decrypted
 */
export const loadDraft = (id: string, sealer?: DraftSealer): Promise<string | undefined> =>
  useDrafts.getState().load(id, sealer);

/**
 * Saves a draft one second after its last change, and immediately when the user leaves the window. Undefined removes
 * the draft. An unchanged text has no effect. The text must be well-formed Unicode, for example JSON.
 */
export const updateDraft = (id: string, text: string | undefined, sealer?: DraftSealer): void =>
  useDrafts.getState().update(id, text, sealer);

/**
 * Does the same, but produces the text when the changes pause. Of a long text, each key press would pay for it otherwise.
 */
export const updateDraftLate = (id: string, produce: ProduceText): void => useDrafts.getState().updateLate(id, produce);

/** Saves every draft now; failed saves are retried automatically. */
export const flushDrafts = (): Promise<unknown> => useDrafts.getState().flush();

/** Removes saved drafts and their sealers from this window's memory; call {@link flushDrafts} first. */
export const forgetDrafts = (ids: readonly string[]): void => useDrafts.getState().forget(ids);

/** Resolves a conflict with the version of this window. @throws ApiError */
export const keepOwnDraft = async (id: string): Promise<void> => useDrafts.getState().find(id)?.keepOwn();

/** From now on, resolves each conflict of a draft with the version of this window, for one whose other versions lose nothing. */
export function alwaysKeepOwnDraft(id: string): void {
  useDrafts.subscribe(({ statuses }) => {
    if (statuses[id]?.state === 'conflict') void keepOwnDraft(id).catch(() => undefined);
  });
}

/** Returns both versions of a draft in conflict. @throws ApiError */
export const compareDrafts = async (id: string): Promise<DraftVersions | undefined> =>
  useDrafts.getState().find(id)?.compare();

/** Resolves a conflict with the version of the other window, and returns its text. @throws ApiError */
export const adoptOtherDraft = async (id: string): Promise<string | undefined> =>
  useDrafts.getState().find(id)?.adoptOther();

/** Returns the status of a draft; undefined before this window loads or changes it. */
export const useDraftStatus = (id: string): DraftStatus | undefined => useDrafts(({ statuses }) => statuses[id]);
