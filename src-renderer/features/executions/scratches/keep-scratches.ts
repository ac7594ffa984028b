import { asApiError } from '../../../client/api-error.ts';
import {
  alwaysKeepOwnDraft,
  listDraftIds,
  loadDraft,
  updateDraft,
  updateDraftLate,
} from '../../../client/drafts/drafts.ts';
import { defineSessionStore, sessionSignal } from '../../../client/session/session-scope.ts';
import { whenReachable } from '../../../client/when-reachable.ts';
import { showDraftProblem } from '../../../ui/overlays/show-draft-problem.ts';
import { emptyDraft } from '../options/run-draft.ts';
import { useCurrentRuns } from '../run-store.ts';
import { draftIdsOf, ownerOf, type Scratch, type ScratchId, scratchOfDraft } from './scratch.ts';
import { newScratch, useScratches } from './scratch-store.ts';
import { codeTextOf, filesTextOf, readScratchPart, readTabs, type StoredTabs, tabsTextOf } from './stored-scratch.ts';

const tabsId = 'run.tabs';

const useRestoring = defineSessionStore<{ restored: Promise<void> | undefined; isReady: boolean }>(() => ({
  restored: undefined,
  isReady: false,
}));

/** Returns true when the scratches of the last session are on the screen. */
export const useAreScratchesRestored = (): boolean => useRestoring((state) => state.isReady);

/**
 * Restores the scratches at the first call, and saves their changes from then on; resolves when they are on the screen. Nothing
 * may be changed before.
 */
export function whenScratchesRestored(): Promise<void> {
  const { restored } = useRestoring.getState();
  if (restored !== undefined) return restored;
  const work = restore(sessionSignal());
  useRestoring.setState({ restored: work });
  return work;
}

/** Shows the text of a draft that the user chose over that of this window. */
export function showScratchDraft(draftId: string, text: string | undefined): void {
  const found = scratchOfDraft(draftId);
  if (found !== undefined) useScratches.getState().edit(readScratchPart(found.part, text), found.id);
}

async function restore(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  const found = await findScratches(signal);
  const open = await Promise.all(
    found.open.map(async (scratch) => ({ ...scratch, draft: await readParts(scratch.id) })),
  );
  // The session can have ended during the load, and another one can have started.
  if (signal.aborted) return;
  const shown = open.some(({ id }) => id === found.shown) ? found.shown : (open[0]?.id ?? 'first');
  useScratches.setState({ open, shown });
  watch();
  useRestoring.setState({ isReady: true });
}

/** Returns the open scratches without their code: those of the list, and those whose draft another window saved since. */
async function findScratches(signal: AbortSignal): Promise<{ open: Scratch[]; shown: ScratchId }> {
  const [ids, tabs] = await Promise.all([
    whenReachable(() => listDraftIds(signal), signal).catch(orProblem<string[]>([])),
    loadDraft(tabsId)
      .then(readTabs)
      .catch(orProblem<StoredTabs>({ open: [], shown: 'first' })),
  ]);
  const open: Scratch[] = tabs.open.map(({ id, number, name, lastRun }) => ({
    ...{ id, number, name, lastRun },
    draft: emptyDraft,
  }));
  const isOpen = (id: ScratchId) => open.some((scratch) => scratch.id === id);
  for (const draftId of ids) {
    const id = scratchOfDraft(draftId)?.id;
    if (id !== undefined && !isOpen(id)) open.push(newScratch(id, open));
  }
  if (open.length === 0) open.push(newScratch('first', open));
  return { open, shown: tabs.shown };
}

async function readParts(id: ScratchId) {
  const [codeId, filesId] = draftIdsOf(id);
  const [code, files] = await Promise.all([readPart('code', codeId), readPart('files', filesId)]);
  return { ...emptyDraft, ...code, ...files };
}

const readPart = (part: 'code' | 'files', draftId: string) =>
  loadDraft(draftId)
    .then((text) => readScratchPart(part, text))
    .catch(orProblem<ReturnType<typeof readScratchPart>>({}));

/** Returns a handler that shows why a draft could not be read, and gives the default in its place. */
function orProblem<Value>(fallback: Value): (error: unknown) => Value {
  return (error) => {
    if (!sessionSignal()?.aborted) showDraftProblem(asApiError(error));
    return fallback;
  };
}

function watch(): void {
  useScratches.subscribe(({ open, shown }, before) => {
    for (const scratch of open)
      save(
        scratch,
        before.open.find(({ id }) => id === scratch.id),
      );
    for (const { id } of before.open) {
      if (!open.some((scratch) => scratch.id === id))
        for (const draftId of draftIdsOf(id)) updateDraft(draftId, undefined);
    }
    if (open.map(tabOf).join() !== before.open.map(tabOf).join() || shown !== before.shown)
      updateDraft(tabsId, tabsTextOf(open, shown));
  });
  useCurrentRuns.subscribe(({ runs }) => {
    const { open } = useScratches.getState();
    const ran = ({ id, lastRun }: Scratch) => runs[ownerOf(id)]?.id ?? lastRun;
    if (open.some((scratch) => ran(scratch) !== scratch.lastRun))
      useScratches.setState({ open: open.map((scratch) => ({ ...scratch, lastRun: ran(scratch) })) });
  });
  // The list of another window says nothing about this one. No text is lost: scratches are also found by their drafts.
  alwaysKeepOwnDraft(tabsId);
}

const tabOf = ({ id, number, name, lastRun }: Scratch) => JSON.stringify([id, number, name, lastRun]);

function save({ id, draft }: Scratch, before: Scratch | undefined): void {
  if (draft === before?.draft) return;
  const [codeId, filesId] = draftIdsOf(id);
  updateDraftLate(codeId, () => codeTextOf(draft));
  if (draft.files !== (before?.draft ?? emptyDraft).files) updateDraft(filesId, filesTextOf(draft));
}
