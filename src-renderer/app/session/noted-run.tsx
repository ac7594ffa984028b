import { useLocation } from 'wouter';
import type { NotedRun } from '../../../src-shared/shell-api.ts';
import { defineSessionStore, sessionQueries } from '../../client/session/session-scope.ts';
import { refusesWhileRunning, runAgainById } from '../../features/executions/history/run-again.ts';
import { RunPreview } from '../../features/executions/history/run-preview.tsx';
import { optionsOf } from '../../features/executions/options/run-draft.ts';
import { optionsIdOf, useScriptOptions } from '../../features/executions/options/script-options.ts';
import { useRun } from '../../features/executions/run-store.ts';
import { runStored } from '../../features/vault/code/run-stored.ts';
import { vaultQuery } from '../../features/vault/vault.queries.ts';
import { useVault } from '../../features/vault/vault-store.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import { runLabelOf } from './run-labels.ts';

/** Id of an earlier run to show in a dialog. */
const useShownRun = defineSessionStore<{ id: string | undefined }>(() => ({ id: undefined }));

/** The dialog with a run of a notification that is not on its screen any more. */
export function NotedRunDialog() {
  const id = useShownRun((state) => state.id);
  const [, navigate] = useLocation();
  const close = () => useShownRun.setState({ id: undefined });
  return <RunPreview id={id} onClose={close} onRunScreen={() => navigate('/run')} />;
}

/** Shows a run of a notification, whose screen is open already, or runs it again. */
export async function followNotedRun({ kind, id, script }: NotedRun): Promise<void> {
  if (kind === 'shown-run') {
    if (useRun.getState().run?.id !== id) useShownRun.setState({ id });
  } else if (script === undefined) await runAgainById(id);
  else runScriptAgain(script);
}

/** Runs a stored script with its options in this window, as the button of the vault does. */
function runScriptAgain(name: string): void {
  const { masterPassword } = useVault.getState();
  const script = sessionQueries()
    .getQueryData(vaultQuery.queryKey)
    ?.find((one) => one.name === name);
  const draft = useScriptOptions.getState()[optionsIdOf(name)];
  if (masterPassword === null || script === undefined || draft === undefined)
    showToast(`${name} was not run again. Open it in the vault, and run it there.`, 'danger');
  else if (!refusesWhileRunning()) {
    const options = optionsOf(draft, script.network);
    const open = (signal: AbortSignal) => runStored({ name, masterPassword, options }, signal);
    void useRun.getState().startBy(runLabelOf(name), open);
  }
}
