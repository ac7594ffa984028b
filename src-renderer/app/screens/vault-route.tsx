import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import type { NetworkRule } from '../../../src-shared/contracts/network/network-rules.ts';
import type { EncryptedCodeMetadata, StoredRunOptions } from '../../../src-shared/contracts/vault.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { languagesQuery } from '../../client/queries.ts';
import {
  environmentOf,
  loadEnvironments,
  useEnvironments,
} from '../../features/executions/environments/environments-store.ts';
import { formatCode } from '../../features/executions/format/format-code.ts';
import type { HintActions } from '../../features/executions/hints/hint-actions.ts';
import { withRule } from '../../features/executions/network/with-rule.ts';
import { ProfileChoice } from '../../features/executions/options/profile-bar.tsx';
import { storedOptionsOf } from '../../features/executions/options/run-draft.ts';
import {
  dropScriptOptions,
  editScriptOptions,
  forgetMovedOptions,
  loadScriptOptions,
  optionsIdOf,
  setScriptOptions,
  useScriptOptions,
} from '../../features/executions/options/script-options.ts';
import { ScriptRunOptions } from '../../features/executions/options/script-run-options.tsx';
import { RunOutput } from '../../features/executions/run-output.tsx';
import { scriptOwner } from '../../features/executions/run-owner.ts';
import { isUnderWay, useCurrentRuns } from '../../features/executions/run-store.ts';
import { installPackage } from '../../features/packages/install-package.ts';
import { runStored } from '../../features/vault/code/run-stored.ts';
import { useDocuments } from '../../features/vault/documents/documents-store.ts';
import { VaultScreen } from '../../features/vault/vault-screen.tsx';
import { useVault } from '../../features/vault/vault-store.ts';
import { rulesFormWith } from '../../ui/network/rule-form.ts';
import { showToast } from '../../ui/overlays/toasts.ts';

/** The Vault screen with the run options and the output of the executions feature. */
export function VaultRoute() {
  const { data: languages } = useQuery(languagesQuery);
  const { startBy, cancel } = useCurrentRuns.getState();
  const runs = useCurrentRuns((state) => state.runs);
  const options = useScriptOptions();
  // A change of an environment changes what can run.
  useEnvironments();
  useLinkedScript();
  useOptionsOfChosen();
  return (
    <VaultScreen
      languages={languages ?? []}
      runOptionsOf={({ name, network }, code) => {
        const draft = options[optionsIdOf(name)];
        return draft && storedOptionsOf(draft, { network, code, ...environmentOf(draft) });
      }}
      optionsProblemOf={({ name }) => {
        const draft = options[optionsIdOf(name)];
        return draft && environmentOf(draft).problem?.message;
      }}
      optionsOf={({ name, network }, code, program) => (
        <ScriptRunOptions name={name} stored={network} code={code} program={program} />
      )}
      profileOf={({ name }) => {
        const draft = options[optionsIdOf(name)];
        if (draft === undefined || draft.others.length === 0) return null;
        return (
          <div className="w-32 max-w-full">
            <ProfileChoice draft={draft} onDraft={(next) => setScriptOptions(name, next)} labelHidden />
          </div>
        );
      }}
      format={formatCode}
      onRenamed={onRenamed}
      dropOptionsOf={dropScriptOptions}
      onRun={(name, open) => void startBy(scriptOwner(name), open)}
      onCancel={(name) => void cancel(scriptOwner(name))}
      isRunning={(name) => isUnderWay(runs[scriptOwner(name)])}
      outputOf={(script, code, keepRule) => (
        <RunOutput
          key={script.name}
          owner={scriptOwner(script.name)}
          actions={{
            ...hintActionsOf(script, { code, keepRule }, isUnderWay(runs[scriptOwner(script.name)])),
            install: installPackage,
          }}
        />
      )}
    />
  );
}

/** The run options and the output of a script follow it to its new name. */
function onRenamed(from: string, to: string): void {
  forgetMovedOptions(from, to);
  useCurrentRuns.getState().rename(scriptOwner(from), scriptOwner(to));
}

interface ShownScript {
  code: string;
  /** Adds a rule to the script as an unsaved change. */
  keepRule(rule: NetworkRule): void;
}

/** Returns the actions that the screen offers for the hints and the connections of the script's run. */
function hintActionsOf(script: EncryptedCodeMetadata, { code, keepRule }: ShownScript, isBusy: boolean): HintActions {
  const { name, network: stored } = script;
  const draftOf = () => useScriptOptions.getState()[optionsIdOf(name)];
  const runAgain = (withOptions: (options: StoredRunOptions) => StoredRunOptions = (options) => options) => {
    const draft = draftOf();
    const { masterPassword } = useVault.getState();
    if (draft === undefined || masterPassword === null) return;
    const { environment, problem } = environmentOf(draft);
    if (problem !== undefined) return showToast(problem.message, 'danger');
    const options = withOptions(storedOptionsOf(draft, { network: stored, code, environment }));
    const open = (signal: AbortSignal) => runStored({ name, masterPassword, options }, signal);
    void useCurrentRuns.getState().startBy(scriptOwner(name), open);
  };
  return {
    runAgain: () => runAgain(),
    runWith: (change) => {
      const draft = draftOf();
      if (draft === undefined) return;
      editScriptOptions(name, change(draft));
      runAgain();
    },
    network: {
      isBusy,
      runAgainWith: (rule) => runAgain((options) => withRule({ ...options, network: options.network ?? stored }, rule)),
      keepRule: (rule) => {
        const host = visibleLine(rule.host);
        const draft = draftOf();
        if (draft?.network === 'rules') {
          editScriptOptions(name, { rules: rulesFormWith(draft.rules, rule) });
          return showToast(`${host} is added to the hosts under Options, Network.`);
        }
        keepRule(rule);
        showToast(`${host} is added to the network rules of ${name}. Save the script to store them.`);
      },
    },
  };
}

/**
 * Opens the script that the URL names, and removes its name from the URL. So the same link works again, and the
 * browser's history, an unencrypted file, stores no script names.
 */
function useLinkedScript(): void {
  const { name } = useParams<{ name?: string }>();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (name === undefined) return;
    useDocuments.getState().choose(name);
    useDocuments.getState().find('');
    navigate('/vault', { replace: true });
  }, [name, navigate]);
}

function useOptionsOfChosen(): void {
  const chosen = useDocuments((state) => state.chosen);
  useEffect(() => {
    void loadEnvironments();
    if (chosen !== undefined) void loadScriptOptions(chosen);
  }, [chosen]);
}
