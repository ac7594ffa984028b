import { defineSessionStore } from '../../../client/session/session-scope.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { emptyDraft, isUntouchedDraft, type RunDraft } from '../options/run-draft.ts';
import { useCurrentRuns } from '../run-store.ts';
import { ownerOf, type Scratch, type ScratchId } from './scratch.ts';

/** Maximum number of scratches, of which each can have two drafts. */
export const scratchLimit = 30;

interface ScratchState {
  /** In the order of their tabs; at least one. */
  open: readonly Scratch[];
  shown: ScratchId;
  /** Changes the draft of a scratch; by default of the one that is shown. */
  edit(change: Partial<RunDraft>, id?: ScratchId): void;
  show(id: ScratchId): void;
  /** Opens and shows a new scratch. Returns its id; undefined, with a message, if too many are open. */
  add(draft?: RunDraft, name?: string): ScratchId | undefined;
  /** Fills a scratch with other code, and shows it. */
  replace(id: ScratchId, draft: RunDraft, name?: string): void;
  /** Closes a scratch and drops its run. A new one takes the place of the last. */
  close(id: ScratchId): void;
}

/** The programs of the Run screen. They outlive a change of the screen. */
export const useScratches = defineSessionStore<ScratchState>((set, get) => ({
  open: [newScratch('first', [])],
  shown: 'first',
  edit: (change, id = get().shown) =>
    set(({ open }) => ({
      open: open.map((scratch) =>
        scratch.id === id ? { ...scratch, draft: { ...scratch.draft, ...change } } : scratch,
      ),
    })),
  show: (shown) => set(({ open }) => (open.some(({ id }) => id === shown) ? { shown } : {})),
  add: (draft = emptyDraft, name) => {
    const { open } = get();
    if (open.length >= scratchLimit) {
      showToast(`${scratchLimit} scratches are open. Close one first.`, 'danger');
      return undefined;
    }
    const added = { ...newScratch(randomId(), open), draft, name };
    set({ open: [...open, added], shown: added.id });
    return added.id;
  },
  replace: (id, draft, name) =>
    set(({ open }) => ({
      open: open.map((scratch) => (scratch.id === id ? { ...scratch, draft, name } : scratch)),
      shown: id,
    })),
  close: (id) => {
    useCurrentRuns.getState().drop(ownerOf(id));
    set(({ open, shown }) => {
      const index = open.findIndex((scratch) => scratch.id === id);
      const left = open.filter((scratch) => scratch.id !== id);
      const rest = left.length > 0 ? left : [newScratch(randomId(), left)];
      const next = rest[Math.min(index, rest.length - 1)]?.id ?? shown;
      return { open: rest, shown: shown === id ? next : shown };
    });
  },
}));

/** Returns a scratch with the sample of the default language, and the least number that no open scratch has. */
export function newScratch(id: ScratchId, open: readonly Scratch[]): Scratch {
  const taken = new Set(open.map(({ number }) => number));
  let number = 1;
  while (taken.has(number)) number++;
  return { id, number, name: undefined, lastRun: undefined, draft: emptyDraft };
}

/** Returns the scratch that is shown. */
export const shownScratch = (): Scratch => shownOf(useScratches.getState());

/** Returns the scratch that is shown, and renders again when it changes. */
export const useShownScratch = (): Scratch => useScratches(shownOf);

function shownOf({ open, shown }: ScratchState): Scratch {
  const found = open.find(({ id }) => id === shown) ?? open[0];
  if (found === undefined) throw new Error('there is always a scratch');
  return found;
}

/** Returns true if a scratch has nothing of the user: its code is a sample, its options are unchanged, and it never ran. */
export const isUnused = ({ id, draft }: Scratch): boolean =>
  isUntouchedDraft(draft) && useCurrentRuns.getState().runs[ownerOf(id)] === undefined;

const randomId = (): ScratchId =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('');
