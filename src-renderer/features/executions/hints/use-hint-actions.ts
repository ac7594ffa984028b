import { useRunActions } from '../network/use-run-actions.ts';
import type { ScratchId } from '../scratches/scratch.ts';
import { useScratches } from '../scratches/scratch-store.ts';
import { startScratch } from '../scratches/start-scratch.ts';
import type { HintActions } from './hint-actions.ts';

/** Returns what the Run screen can do about the hints of a scratch's run. */
export function useHintActions(id: ScratchId): HintActions {
  const network = useRunActions(id);
  return {
    network,
    runAgain: () => void startScratch(),
    runWith: (change) => {
      const { open, edit } = useScratches.getState();
      const draft = open.find((scratch) => scratch.id === id)?.draft;
      if (draft === undefined) return;
      edit(change(draft), id);
      void startScratch();
    },
    askForInput: () => {
      useScratches.getState().edit({ input: 'ask' }, id);
      void startScratch();
    },
  };
}
