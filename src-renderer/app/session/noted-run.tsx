import { useLocation } from 'wouter';
import type { EncryptedCodeMetadata } from '../../../src-shared/contracts/vault.contract.ts';
import type { NotedRun } from '../../../src-shared/shell-api.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { environmentOf } from '../../features/executions/environments/environments-store.ts';
import { runAgainById } from '../../features/executions/history/run-again.ts';
import { RunPreview } from '../../features/executions/history/run-preview.tsx';
import type { ProfiledOptions } from '../../features/executions/options/profiles.ts';
import { storedOptionsOf } from '../../features/executions/options/run-draft.ts';
import { optionsIdOf, useScriptOptions } from '../../features/executions/options/script-options.ts';
import { scriptOwner } from '../../features/executions/run-owner.ts';
import { isUnderWay, useCurrentRuns } from '../../features/executions/run-store.ts';
import { ownerOf } from '../../features/executions/scratches/scratch.ts';
import { useScratches } from '../../features/executions/scratches/scratch-store.ts';
import { runStored } from '../../features/vault/code/run-stored.ts';
import { vaultQuery } from '../../features/vault/vault.queries.ts';
import { useVault } from '../../features/vault/vault-store.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import { stillRunning } from '../../ui/text/still-running.ts';
import { showRun, useShownRun } from './shown-run.ts';

/** The dialog with an earlier run, which can be shown on any screen. */
export function NotedRunDialog() {
  const id = useShownRun((state) => state.id);
  const [, navigate] = useLocation();
  const close = () => useShownRun.setState({ id: undefined });
  return <RunPreview id={id} onClose={close} onRunScreen={() => navigate('/run')} />;
}

/** Shows a run of a notification, whose screen is open already, or runs it again. */
export async function followNotedRun({ kind, id, script }: NotedRun): Promise<void> {
  if (kind === 'shown-run') showRunOf(script, id);
  else if (script === undefined) await runAgainById(id);
  else runScriptAgain(script);
}

/** Shows a run of a script, whose screen is open already, or of other code. */
function showRunOf(script: string | undefined, id: string): void {
  const isShown = script !== undefined && useCurrentRuns.getState().runs[scriptOwner(script)]?.id === id;
  if (!isShown) showNotedRun(id);
}

/** Shows a run in the scratch that has its output, else in a dialog. */
function showNotedRun(id: string): void {
  const { runs } = useCurrentRuns.getState();
  const { open, show } = useScratches.getState();
  const scratch = open.find((one) => runs[ownerOf(one.id)]?.id === id);
  if (scratch === undefined) showRun(id);
  else show(scratch.id);
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
  else if (isUnderWay(useCurrentRuns.getState().runs[scriptOwner(name)])) showToast(stillRunning(name), 'note');
  else startAgain(script, draft, masterPassword);
}

function startAgain(script: EncryptedCodeMetadata, draft: ProfiledOptions, masterPassword: string): void {
  const { name, network } = script;
  const { environment, problem } = environmentOf(draft);
  if (problem !== undefined) {
    showToast(`${name} was not run again. ${problem.message}`, 'danger');
    return;
  }
  const options = storedOptionsOf(draft, { network, environment });
  const open = (signal: AbortSignal) => runStored({ name, masterPassword, options }, signal);
  void useCurrentRuns.getState().startBy(scriptOwner(name), open);
}
