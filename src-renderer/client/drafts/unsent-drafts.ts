import type { UnsentBox } from '../../crypto/unsent-box.ts';
import type { UnsentDraft } from './draft-status.ts';

/** Limit of one account's list, in UTF-16 units. A browser stores about 5 million for each origin. */
const limitUnits = 2 * 1024 * 1024;

export interface UnsentDrafts {
  all(): readonly UnsentDraft[];
  /** Stores a draft in this browser; returns false if it does not fit. */
  put(draft: UnsentDraft): boolean;
  /** Removes a draft, unless another window stored another version. */
  remove(draft: Pick<UnsentDraft, 'id' | 'changedAt'>): void;
}

/**
 * Drafts that could not be sent to the daemon, as ciphertext in localStorage until the next login of the account. They
 * outlive the session, the page and the browser. Each change reads the list again, because all windows of the account
 * share it.
 */
export function createUnsentDrafts(box: UnsentBox): UnsentDrafts {
  const storageKey = `strongroom.unsent.${box.tag}`;

  function all(): readonly UnsentDraft[] {
    const sealed = localStorage.getItem(storageKey);
    const text = sealed === null ? undefined : box.open(sealed);
    return text === undefined ? [] : (JSON.parse(text) as UnsentDraft[]);
  }

  function write(drafts: readonly UnsentDraft[]): boolean {
    if (drafts.length === 0) {
      localStorage.removeItem(storageKey);
      return true;
    }
    const sealed = box.seal(JSON.stringify(drafts));
    if (sealed.length > limitUnits) return false;
    try {
      localStorage.setItem(storageKey, sealed);
      return true;
    } catch {
      // The browser's own limit for this address is reached.
      return false;
    }
  }

  return {
    all,
    put: (draft) => write([...all().filter(({ id }) => id !== draft.id), draft]),
    remove: ({ id, changedAt }) => {
      const drafts = all();
      const rest = drafts.filter((draft) => draft.id !== id || draft.changedAt !== changedAt);
      if (rest.length < drafts.length) write(rest);
    },
  };
}
