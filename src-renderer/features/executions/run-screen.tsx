import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { call } from '../../client/call.ts';
import { languagesQuery } from '../../client/queries.ts';
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx';
import { goToLine } from '../../ui/code-editor/go-to-line.ts';
import { useRunKey } from '../../ui/code-editor/use-run-key.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import type { ProgramPlace } from '../../ui/output/program-places.ts';
import { lazyComponent } from '../../ui/page/lazy-part.ts';
import { WorkArea } from '../../ui/split/work-area.tsx';
import { useRunActions } from './network/use-run-actions.ts';
import type { InputChoice } from './options/run-draft.ts';
import { RunOptions } from './options/run-options.tsx';
import { useIsRunRestored, whenRunRestored } from './options/save-run-draft.ts';
import { useSecretNames } from './options/use-secret-names.ts';
import type { PackageActions } from './problems/missing-packages.tsx';
import { useRun } from './run-store.ts';
import { RunToolbar } from './run-toolbar.tsx';
import { startByKey } from './start-by-key.ts';

// The first paint does not need them.
const RunOutput = lazyComponent(() => import('./run-output.tsx'), 'RunOutput');
const RunHistory = lazyComponent(() => import('./history/run-history.tsx'), 'RunHistory');

interface RunScreenProps {
  /** Further buttons for the code in the editor, such as "Save to vault". */
  actions?: ReactNode;
  /** Adds a package to the list of a language; returns when it is installed. */
  installPackage: PackageActions['install'];
}

/** The Run screen: the editor, the run options, the output and the history. */
export function RunScreen({ actions, installPackage }: RunScreenProps) {
  const { draft, edit, run } = useRun();
  const networkActions = useRunActions();
  const [side, setSide] = useState('options');
  const refused = run?.label === undefined ? run?.error : undefined;
  const inputChoice = { value: draft.input, onValue: (input: InputChoice) => edit({ input }) };
  const places = usePlaces();
  const variables = useSecretNames(draft);
  const isRestored = useIsRunRestored();
  useEffect(() => void whenRunRestored(), []);
  useReattach(isRestored);
  useRunKey(startByKey);
  if (!isRestored) return <LoadingRows label="Loading your draft" rows={8} />;
  return (
    <>
      <h1 className="sr-only">Run</h1>
      <WorkArea
        id="run"
        codeShare={55}
        head={<RunToolbar actions={actions} />}
        code={
          <CodeEditor
            label="Code"
            language={draft.language}
            value={draft.code}
            onValue={(code) => edit({ code })}
            onSubmit={startByKey}
            variables={variables}
            autoFocus
          />
        }
        output={
          <Suspense fallback={<LoadingRows label="Loading the output" />}>
            <RunOutput
              actions={networkActions}
              packages={{ install: installPackage, runAgain }}
              onPlace={places.onPlace}
            />
          </Suspense>
        }
        codeAt={places.codeAt}
        outputAt={run?.startedAt}
        sideLabel="Run options and history"
        side={
          <Tabs
            label="Options and history"
            value={side}
            onValue={setSide}
            fill
            tabs={[
              {
                value: 'options',
                label: 'Options',
                content: <RunOptions draft={draft} edit={edit} error={refused} inputChoice={inputChoice} />,
              },
              {
                value: 'history',
                label: 'History',
                content: (
                  <Suspense fallback={<LoadingRows label="Loading the history" />}>
                    <RunHistory />
                  </Suspense>
                ),
              },
            ]}
          />
        }
      />
    </>
  );
}

/** Shows a place of the program in the editor; `codeAt` changes with each, for windows that show one part. */
function usePlaces() {
  const isOfEditor = useRun(({ run }) => run !== undefined && run.label === undefined);
  const [codeAt, setCodeAt] = useState(0);
  const onPlace = useCallback(({ line, column }: ProgramPlace) => {
    setCodeAt((before) => before + 1);
    void goToLine('Code', line, column);
  }, []);
  return { codeAt, onPlace: isOfEditor ? onPlace : undefined };
}

/** Runs the code of the editor again, or the request of a run of the history. */
function runAgain(): void {
  const { run, start, repeat } = useRun.getState();
  void (run?.label !== undefined && run.request !== undefined ? repeat(run.request) : start());
}

/** After a reload during a run: follows the newest run of the interface that has not ended. */
function useReattach(isRestored: boolean): void {
  const hasRun = useRun((state) => state.run !== undefined);
  const attach = useRun((state) => state.attach);
  const { data: languages } = useQuery(languagesQuery);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the daemon has answered something
  useEffect(() => {
    if (hasRun || languages === undefined || !isRestored) return;
    void findRunUnderWay().then((execution) => {
      if (execution !== undefined && useRun.getState().run === undefined) void attach(execution);
    });
  }, [languages === undefined, isRestored]);
}

async function findRunUnderWay() {
  const { executions } = await call(listExecutions, { query: { limit: 5 } }).catch(() => ({ executions: [] }));
  const found = executions.find(
    ({ status, source }) => source === 'interface' && (status === 'running' || status === 'queued'),
  );
  if (found === undefined) return undefined;
  return call(readExecution, { params: { id: found.id } }).catch(() => undefined);
}
