import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { languagesQuery } from '../../client/queries.ts';
import { optionsOf } from '../../features/executions/options/run-draft.ts';
import {
  dropScriptOptions,
  loadScriptOptions,
  optionsIdOf,
  useScriptOptions,
} from '../../features/executions/options/script-options.ts';
import { ScriptRunOptions } from '../../features/executions/options/script-run-options.tsx';
import { RunOutput } from '../../features/executions/run-output.tsx';
import { isUnderWay, useRun } from '../../features/executions/run-store.ts';
import { useDocuments } from '../../features/vault/documents/documents-store.ts';
import { VaultScreen } from '../../features/vault/vault-screen.tsx';

const runLabelOf = (name: string) => `vault: ${name}`;

/** The Vault screen with the run options and the output of the executions feature. */
export function VaultRoute() {
  const { data: languages } = useQuery(languagesQuery);
  const startBy = useRun((state) => state.startBy);
  const cancel = useRun((state) => state.cancel);
  const run = useRun((state) => state.run);
  const options = useScriptOptions();
  useLinkedScript();
  useOptionsOfChosen();
  return (
    <VaultScreen
      languages={languages ?? []}
      runOptionsOf={(name) => {
        const draft = options[optionsIdOf(name)];
        return draft && optionsOf(draft);
      }}
      optionsOf={(name) => <ScriptRunOptions name={name} />}
      dropOptionsOf={dropScriptOptions}
      onRun={(name, open) => void startBy(runLabelOf(name), open)}
      onCancel={() => void cancel()}
      runUnderWay={(name) => {
        if (!isUnderWay(run)) return 'none';
        return run?.label === runLabelOf(name) ? 'this' : 'other';
      }}
      outputOf={(name) => <RunOutput label={runLabelOf(name)} />}
    />
  );
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
    if (chosen !== undefined) void loadScriptOptions(chosen);
  }, [chosen]);
}
