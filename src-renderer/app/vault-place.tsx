import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'wouter';
import { languagesQuery } from '../client/queries.ts';
import { emptyOptions, optionsOf } from '../features/executions/run-draft.ts';
import { RunOptions } from '../features/executions/run-options.tsx';
import { RunOutput } from '../features/executions/run-output.tsx';
import { isUnderWay, useRun } from '../features/executions/run-store.ts';
import { VaultScreen } from '../features/vault/vault-screen.tsx';

const placeOf = (name: string) => `vault: ${name}`;

/** The vault with what runs it: its runs are given what any run is, and appear as any run does. */
export function VaultPlace() {
  const { data: languages } = useQuery(languagesQuery);
  const { name } = useParams<{ name?: string }>();
  const startBy = useRun((state) => state.startBy);
  const cancel = useRun((state) => state.cancel);
  const isRunning = useRun((state) => isUnderWay(state.run));
  const [draft, setDraft] = useState(emptyOptions);
  const runOptions = useMemo(() => optionsOf(draft), [draft]);
  return (
    <VaultScreen
      key={name}
      chosenAtFirst={name}
      languages={languages ?? []}
      runOptions={runOptions}
      options={<RunOptions draft={draft} edit={(change) => setDraft((latest) => ({ ...latest, ...change }))} />}
      onRun={(name, open) => void startBy(placeOf(name), open)}
      onCancel={() => void cancel()}
      isRunning={isRunning}
      outputOf={(name) => <RunOutput place={placeOf(name)} />}
    />
  );
}
