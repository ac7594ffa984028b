import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx';
import { goToLine } from '../../ui/code-editor/go-to-line.ts';
import { useRunKey } from '../../ui/code-editor/use-run-key.ts';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import type { ProgramLocation } from '../../ui/output/program-locations.ts';
import { lazyComponent } from '../../ui/page/lazy-part.ts';
import { WorkArea } from '../../ui/split/work-area.tsx';
import { formatCode } from './format/format-code.ts';
import type { HintActions } from './hints/hint-actions.ts';
import { useHintActions } from './hints/use-hint-actions.ts';
import { useVariableNames } from './options/use-variable-names.ts';
import { RunSide } from './run-side.tsx';
import { type RunResult, useRunOf } from './run-store.ts';
import { RunToolbar } from './run-toolbar.tsx';
import { useAreScratchesRestored, whenScratchesRestored } from './scratches/keep-scratches.ts';
import { ownerOf } from './scratches/scratch.ts';
import { useScratches, useShownScratch } from './scratches/scratch-store.ts';
import { startByKey } from './scratches/start-scratch.ts';

// The first paint does not need them.
const RunOutput = lazyComponent(() => import('./run-output.tsx'), 'RunOutput');

interface RunScreenProps {
  /** Further buttons for the code in the editor, such as "Save to vault". */
  actions?: ReactNode;
  /** Adds a package to the list of a language; returns when it is installed. */
  installPackage: NonNullable<HintActions['install']>;
  /** Takes a program that failed to the Generate screen. */
  onRepair(request: ExecuteRequest, result: RunResult): void;
}

/** The Run screen: the editor, the run options, the output and the history. */
export function RunScreen({ actions, installPackage, onRepair }: RunScreenProps) {
  const { id, draft } = useShownScratch();
  const { edit } = useScratches.getState();
  const owner = ownerOf(id);
  const run = useRunOf(owner);
  const hintActions = useHintActions(id);
  const locations = useLocations();
  // Only the code that ran: the failure of other code would mislead the model.
  const { request, result } = run ?? {};
  const repair = request?.code === draft.code && result ? () => onRepair(request, result) : undefined;
  const variables = useVariableNames(draft);
  const isRestored = useAreScratchesRestored();
  useEffect(() => void whenScratchesRestored(), []);
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
            key={id}
            keptAs={owner}
            label="Code"
            language={draft.language}
            value={draft.code}
            onValue={(code) => edit({ code })}
            onSubmit={startByKey}
            format={(code) => formatCode(draft.language, code)}
            variables={variables}
            autoFocus
          />
        }
        output={
          <Suspense fallback={<LoadingRows label="Loading the output" />}>
            <RunOutput
              key={id}
              owner={owner}
              actions={{ ...hintActions, install: installPackage, ...(repair && { repair }) }}
              onLocation={locations.onLocation}
            />
          </Suspense>
        }
        codeAt={locations.codeAt}
        outputAt={run?.startedAt}
        sideLabel="Run options and history"
        side={<RunSide />}
      />
    </>
  );
}

/** Shows a location of the program in the editor; `codeAt` changes with each, for windows that show one part. */
function useLocations() {
  const [codeAt, setCodeAt] = useState(0);
  const onLocation = useCallback(({ line, column }: ProgramLocation) => {
    setCodeAt((before) => before + 1);
    void goToLine('Code', line, column);
  }, []);
  return { codeAt, onLocation };
}
