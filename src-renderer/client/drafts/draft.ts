import type { DraftContext } from '../../../src-shared/zk/draft-seal.ts';
import type { DraftSealer } from '../../crypto/draft-sealer.ts';
import { type ApiError, asApiError } from '../api-error.ts';
import { isUnreachable } from '../follow-stream.ts';
import { fetchDraft, sendDraft } from './draft-requests.ts';
import type { DraftStatus, UnsentDraft } from './draft-status.ts';

const saveAfterMs = 1000;
/** Save interval while the user types without a pause. */
const saveAtLatestMs = 5000;
const retryUnreachableMs = 2000;
const retryRefusedMs = 30_000;

interface DraftDeps {
  context: DraftContext;
  sealer: DraftSealer;
  /** Aborted with the session. */
  signal: AbortSignal;
  onStatus(status: DraftStatus): void;
  /** Stores a draft that could not be sent in this browser; returns false if that is not possible. */
  store(draft: UnsentDraft): boolean;
  /** Removes a stored draft that the daemon now has. */
  unstore(draft: Pick<UnsentDraft, 'id' | 'changedAt'>): void;
}

/** The text of a draft and the stored version that it is based on. */
export interface KnownDraft {
  text: string | undefined;
  /** Null: the daemon has none; undefined: unknown. */
  basedOn: string | null | undefined;
}

/** Two versions of a draft: this window's, and the one that another window saved; undefined where there is none. */
export interface DraftVersions {
  own: string | undefined;
  other: string | undefined;
}

export type Draft = ReturnType<typeof createDraft>;

/**
 * Creates a draft of this window. It saves changes in order, one at a time, and retries failed saves. `text` is
 * undefined for a draft that is removed or will be.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the state of one draft and the few steps that change it
export function createDraft({ context, sealer, signal, onStatus, store, unstore }: DraftDeps) {
  const id = context.draftId;
  let known: KnownDraft = { text: undefined, basedOn: undefined };
  let changedAt = 0;
  /** Time of the oldest unsaved change, in epoch ms; 0 if everything is saved. */
  let unsavedSince = 0;
  let stored: Pick<UnsentDraft, 'id' | 'changedAt'> | undefined;
  let isInConflict = false;
  /** True after a failed save: the draft is shown as unsaved until a save succeeds. */
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  /** Nonces of the newest versions that this window encrypted; a version of another window has none of them. */
  const nonces: string[] = [];
  signal.addEventListener('abort', () => clearTimeout(timer));

  function saveIn(delayMs: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (!signal.aborted) timer = setTimeout(() => void save(), delayMs);
  }

  /** Saves unsaved changes. Changes that are made during a save are saved by the next one. */
  function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    saving ??= saveNewest().finally(() => {
      saving = undefined;
      if (unsavedSince > 0 && !isInConflict && timer === undefined) saveIn(saveAfterMs);
    });
    return saving;
  }

  async function saveNewest(): Promise<void> {
    if (unsavedSince === 0 || isInConflict) return;
    reportSaving();
    const sent = { text: known.text, changedAt };
    try {
      const basedOn = await send(sent.text);
      // A change during the request has replaced `known`.
      known = { ...known, basedOn };
      settle(sent.changedAt);
    } catch (error) {
      if (!signal.aborted) await fail(asApiError(error));
    }
  }

  async function send(text: string | undefined): Promise<string | null> {
    if (text === undefined) return sendDraft({ id, basedOn: known.basedOn, payload: null }, signal);
    const payload = await sealer.seal(context, text);
    nonces.push(payload.nonce);
    nonces.splice(0, nonces.length - 4);
    return sendDraft({ id, basedOn: known.basedOn, payload }, signal);
  }

  function reportSaving(): void {
    if (!hasFailed) onStatus({ state: 'saving' });
  }

  function settle(savedChange: number): void {
    hasFailed = false;
    if (stored !== undefined && stored.changedAt <= savedChange) {
      unstore(stored);
      stored = undefined;
    }
    if (savedChange !== changedAt) return;
    unsavedSince = 0;
    onStatus({ state: 'saved' });
  }

  async function fail(problem: ApiError): Promise<void> {
    if (problem.code === 'draft_changed') return compareWithDaemon();
    storeNow();
    hasFailed = true;
    onStatus({ state: 'unsaved', problem });
    saveIn(isUnreachable(problem) ? retryUnreachableMs : retryRefusedMs);
  }

  /**
   * Compares with the daemon's version. It is no conflict if this window sent it without receiving the response, or if
   * it is equal.
   */
  async function compareWithDaemon(): Promise<void> {
    const remote = await fetchDraft(id, signal).catch((error: unknown) => asApiError(error));
    if (signal.aborted) return;
    if (remote instanceof Error) return fail(remote);
    if (remote !== undefined && !nonces.includes(remote.payload.nonce)) {
      const text = await sealer.open(context, remote.payload).catch(() => undefined);
      if (text === undefined || text !== known.text) return setConflict();
    }
    known.basedOn = remote?.updatedAt ?? null;
    saveIn(0);
  }

  function setConflict(): void {
    isInConflict = true;
    storeNow();
    onStatus({ state: 'conflict' });
  }

  /** Stores unsaved changes in this browser. Returns false if they exist only in this page's memory. */
  function storeNow(): boolean {
    if (unsavedSince === 0) return true;
    if (stored?.changedAt === changedAt) return true;
    const payload = known.text === undefined ? null : sealer.sealNow(context, known.text);
    if (payload === undefined) return false;
    const draft = { id, changedAt, basedOn: known.basedOn, nonces: [...nonces], payload };
    if (!store(draft)) return false;
    stored = draft;
    return true;
  }

  return {
    text: () => known.text,
    isUnsaved: () => unsavedSince > 0,
    /** Saves all changes made so far. */
    flush: async () => {
      await saving;
      await save();
    },
    storeNow,

    /** Starts with the daemon's version. */
    adopt(draft: KnownDraft): void {
      known = draft;
      if (draft.text !== undefined) onStatus({ state: 'saved' });
    },

    /** Starts with a draft that an earlier window stored in this browser because the daemon did not have it. */
    adoptStored(text: string | undefined, unsent: UnsentDraft, isConflict: boolean): void {
      known = { text, basedOn: unsent.basedOn };
      ({ changedAt } = unsent);
      unsavedSince = changedAt;
      stored = unsent;
      if (isConflict) setConflict();
      else void save();
    },

    /** Sets a new text, and saves it when no other change follows within a second. */
    change(text: string | undefined): void {
      if (text === known.text) return;
      const now = Date.now();
      known = { ...known, text };
      // Two changes within one millisecond get different times.
      changedAt = Math.max(now, changedAt + 1);
      if (unsavedSince === 0) unsavedSince = now;
      if (isInConflict) return;
      reportSaving();
      sealer.prepare();
      saveIn(Math.max(0, Math.min(saveAfterMs, unsavedSince + saveAtLatestMs - now)));
    },

    /** Ends a conflict: this window's version replaces the other one. @throws ApiError */
    async keepOwn(): Promise<void> {
      const remote = await fetchDraft(id, signal);
      known = { ...known, basedOn: remote?.updatedAt ?? null };
      isInConflict = false;
      await save();
    },

    /** Returns both versions of a conflict, which stays. @throws ApiError */
    async compare(): Promise<DraftVersions> {
      const remote = await fetchDraft(id, signal);
      return { own: known.text, other: remote && (await sealer.open(context, remote.payload)) };
    },

    /** Ends a conflict: the other version replaces this window's, and is returned. @throws ApiError */
    async adoptOther(): Promise<string | undefined> {
      const remote = await fetchDraft(id, signal);
      const text = remote && (await sealer.open(context, remote.payload));
      known = { text, basedOn: remote?.updatedAt ?? null };
      isInConflict = false;
      settle(changedAt);
      return text;
    },
  };
}
