import type { DraftContext } from '../../../src-shared/zk/draft-seal.ts';
import type { DraftSealer } from '../../crypto/draft-sealer.ts';
import { type ApiError, asApiError } from '../api-error.ts';
import { isUnreachable } from '../follow-stream.ts';
import { fetchDraft, sendDraft } from './draft-requests.ts';
import type { DraftStatus, UnsentDraft } from './draft-status.ts';

const saveAfterMs = 1000;
/** Typing without a pause is saved so often. */
const saveAtLatestMs = 5000;
const retryUnreachableMs = 2000;
const retryRefusedMs = 30_000;

interface DraftDeps {
  context: DraftContext;
  sealer: DraftSealer;
  /** Aborted with the session. */
  signal: AbortSignal;
  onStatus(status: DraftStatus): void;
  /** Stores what could not be sent; false if that is not possible. */
  store(draft: UnsentDraft): boolean;
  /** The daemon has what was stored. */
  unstore(draft: Pick<UnsentDraft, 'id' | 'changedAt'>): void;
}

/** The text of a draft and the version of the daemon that it was made from. */
export interface KnownDraft {
  text: string | undefined;
  /** Null: the daemon has none; undefined: unknown. */
  basedOn: string | null | undefined;
}

export type Draft = ReturnType<typeof createDraft>;

/**
 * One draft of this window: saves its changes in their order, one at a time, and tries again what failed. `text` is
 * undefined for a draft that is, or is to be, removed.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the state of one draft and the few steps that change it
export function createDraft({ context, sealer, signal, onStatus, store, unstore }: DraftDeps) {
  const id = context.draftId;
  let known: KnownDraft = { text: undefined, basedOn: undefined };
  let changedAt = 0;
  /** When the oldest change that is not saved was made; 0 if all is saved. */
  let unsavedSince = 0;
  let stored: Pick<UnsentDraft, 'id' | 'changedAt'> | undefined;
  let isInConflict = false;
  /** Whether the last save failed: until one succeeds, the draft is shown as not saved. */
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  /** The nonces of the newest versions that this window sealed: a version of another window has none of them. */
  const nonces: string[] = [];
  signal.addEventListener('abort', () => clearTimeout(timer));

  function saveIn(delayMs: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (!signal.aborted) timer = setTimeout(() => void save(), delayMs);
  }

  /** Saves what there is to save; changes that come while a save is under way wait for the next. */
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
    if (problem.code === 'draft_changed') return compare();
    storeNow();
    hasFailed = true;
    onStatus({ state: 'unsaved', problem });
    saveIn(isUnreachable(problem) ? retryUnreachableMs : retryRefusedMs);
  }

  /** A version that this window sent, and whose answer it did not get, is no other window's; nor is an equal one. */
  async function compare(): Promise<void> {
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

  /** Stores what is not saved in this browser. Returns false if it is nowhere but in this page's memory. */
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
    /** Saves everything up to now. */
    flush: async () => {
      await saving;
      await save();
    },
    storeNow,

    /** Begins with what the daemon has. */
    adopt(draft: KnownDraft): void {
      known = draft;
      if (draft.text !== undefined) onStatus({ state: 'saved' });
    },

    /** Begins with what an earlier window stored and the daemon does not have, or has another version of. */
    adoptStored(text: string | undefined, unsent: UnsentDraft, isConflict: boolean): void {
      known = { text, basedOn: unsent.basedOn };
      ({ changedAt } = unsent);
      unsavedSince = changedAt;
      stored = unsent;
      if (isConflict) setConflict();
      else void save();
    },

    /** Takes a new text; saves it when no other follows within a second. */
    change(text: string | undefined): void {
      if (text === known.text) return;
      const now = Date.now();
      known = { ...known, text };
      // Two changes of one millisecond are two changes.
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
