import type { RunDraft } from '../../features/executions/options/run-draft.ts';
import { whenScratchesRestored } from '../../features/executions/scratches/keep-scratches.ts';
import { useScratches } from '../../features/executions/scratches/scratch-store.ts';

/** Opens and shows a new scratch, after those of an earlier session: with the sample, or with a draft. */
export async function addTab(navigate: (path: string) => void, draft?: RunDraft): Promise<void> {
  await whenScratchesRestored();
  if (useScratches.getState().add(draft) !== undefined) navigate('/run');
}
