import { setScriptOptions } from '../../features/executions/options/script-options.ts';
import { scriptOwner } from '../../features/executions/run-owner.ts';
import { useCurrentRuns } from '../../features/executions/run-store.ts';
import { ownerOf, type ScratchId } from '../../features/executions/scratches/scratch.ts';
import { useScratches } from '../../features/executions/scratches/scratch-store.ts';
import { useDocuments } from '../../features/vault/documents/documents-store.ts';

/**
 * Replaces the tab of a scratch whose code was saved by that of the script. The output follows it, and to a new script the
 * options too: an older one keeps its own.
 */
export function becomeScript(id: ScratchId, { name, isNew }: { name: string; isNew: boolean }): void {
  const { open, close } = useScratches.getState();
  const draft = open.find((scratch) => scratch.id === id)?.draft;
  if (draft === undefined) return;
  const { language: _, code: __, input: ___, ...options } = draft;
  const { files } = options;
  if (isNew)
    setScriptOptions(name, {
      ...options,
      // The rules of the selected profile are saved with the script. Without any, those of the script are none as well.
      network: options.network === 'full' ? 'full' : 'script',
      others: options.others.map((other) => ({ ...other, options: { ...other.options, files } })),
    });
  useCurrentRuns.getState().rename(ownerOf(id), scriptOwner(name));
  useDocuments.getState().choose(name);
  close(id);
}
