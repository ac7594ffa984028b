import { SquareTerminal } from 'lucide-react';
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { isFailure } from '../../../src-shared/contracts/network/network-events.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { ApiError } from '../../client/api-error.ts';
import { classes } from '../../ui/classes.ts';
import { ViewSwitch } from '../../ui/controls/view-switch.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState, LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { createOutputLog } from '../../ui/output/output-log.ts';
import type { ProgramLocation } from '../../ui/output/program-locations.ts';
import { useOutputControls } from '../../ui/output/use-output-controls.ts';
import { lazyComponent } from '../../ui/page/lazy-part.ts';
import type { HintActions } from './hints/hint-actions.ts';
import { takesInput, waitedForInput } from './input/send-input.ts';
import { HeldConnections } from './network/held-connections.tsx';
import { type BlockedHost, createNetworkLog, type NetworkLog } from './network/network-log.ts';
import { useProgram } from './problems/use-program.ts';
import type { RunOwner } from './run-owner.ts';
import { runStatuses } from './run-status.ts';
import { isUnderWay, type Run, useRunOf } from './run-store.ts';
import { RunSummary } from './run-summary.tsx';

// The first screen does not need them.
const ResultFiles = lazyComponent(() => import('./files/result-files.tsx'), 'ResultFiles');
const OutputToolbar = lazyComponent(() => import('../../ui/output/output-toolbar.tsx'), 'OutputToolbar');
const OutputView = lazyComponent(() => import('../../ui/output/output-view.tsx'), 'OutputView');
const InputPrompt = lazyComponent(() => import('./input/input-prompt.tsx'), 'InputPrompt');
const RepairButton = lazyComponent(() => import('./hints/repair-button.tsx'), 'RepairButton');
const RunHints = lazyComponent(() => import('./hints/run-hints.tsx'), 'RunHints');
const ProblemsList = lazyComponent(() => import('./problems/problems-list.tsx'), 'ProblemsList');
const ResultsView = lazyComponent(() => import('./files/results-view.tsx'), 'ResultsView');
const NetworkView = lazyComponent(() => import('./network/network-view.tsx'), 'NetworkView');

const noOutput = createOutputLog();
const noNetwork = createNetworkLog();
const noFiles: Run['files'] = [];
/** Paths of the options whose fields show the daemon's errors (run-options.tsx). */
const markedOption =
  /^(?:timeoutMs|compileTimeoutMs|maxQueueMs|memoryMb|network\.allow\[\d+\]\.(?!secrets|websocket|protocol).*)$/;

type View = 'output' | 'problems' | 'results' | 'network';

interface RunOutputProps {
  /** The document whose newest run is shown. */
  owner: RunOwner;
  /** Actions of the screen for hints, and for blocked connections. */
  actions?: HintActions;
  /** Shows a location of the program in the editor, if the run has the code of the editor. */
  onLocation?: ((target: ProgramLocation) => void) | undefined;
}

/** Shows the output, the result, the network and the files of a document's newest run. */
export function RunOutput({ owner, actions = {}, onLocation }: RunOutputProps) {
  const run = useRunOf(owner);
  const network = run?.network ?? noNetwork;
  const { program, problems } = useProgram(run, onLocation);
  const files = run?.files ?? noFiles;
  const { view, viewSwitch, show } = useView(network, { problems: problems.found.length, files: files.length });
  const controls = useOutputControls(run?.log ?? noOutput);
  const isFailure = run?.result !== undefined && runStatuses[run.result.status].isFailure;
  const tools = run && view === 'output' && (
    <Suspense>
      {isFailure && actions.repair && <RepairButton onRepair={actions.repair} />}
      <OutputToolbar controls={controls} fileName="output.txt" isArriving />
    </Suspense>
  );
  return (
    <section
      ref={controls.panel}
      aria-label="Output"
      className="relative flex min-h-0 flex-1 flex-col overflow-auto bg-surface"
    >
      <RunSummary run={run} viewSwitch={viewSwitch} tools={tools} />
      {run?.error && (
        <div className="p-2">
          <ErrorNote error={withoutMarked(run.error)} />
        </div>
      )}
      {run?.result?.notices?.map((notice) => (
        <p key={notice} className="border-b border-line bg-warn-soft px-3 py-1.5 text-sm break-words text-warn">
          {visibleLine(notice)}
        </p>
      ))}
      {run?.result?.hints && (
        <Suspense>
          <RunHints key={run.startedAt} hints={run.result.hints} actions={actions} isBusy={isUnderWay(run)} />
        </Suspense>
      )}
      {run !== undefined && waitedForInput(run) && <OpenInputNote />}
      {run?.id !== undefined && <HeldConnections runId={run.id} log={network} actions={actions.network ?? {}} />}
      {/* Hidden, not removed: the output keeps its scroll position. */}
      <div className={classes('flex min-h-24 flex-1 flex-col', view !== 'output' && 'hidden')}>
        <Suspense>
          <OutputView
            key={run?.startedAt ?? 0}
            controls={controls}
            isGrowing={isUnderWay(run)}
            empty={<NoOutput run={run} />}
            program={program}
          />
        </Suspense>
        {takesInput(run) && (
          <Suspense>
            <InputPrompt key={run.id} owner={owner} />
          </Suspense>
        )}
      </div>
      {view === 'problems' && program && (
        <Suspense fallback={<LoadingRows label="Loading the problems" />}>
          <ProblemsList problems={problems} program={program} />
        </Suspense>
      )}
      {view === 'network' && (
        <Suspense fallback={<LoadingRows label="Loading the connections" />}>
          <NetworkView log={network} actions={actions.network ?? {}} />
        </Suspense>
      )}
      {view === 'results' && (
        <Suspense fallback={<LoadingRows label="Loading the results" />}>
          <ResultsView key={run?.startedAt ?? 0} runId={run?.id} files={files} />
        </Suspense>
      )}
      {view === 'output' && files.length > 0 && (
        <Suspense>
          <ResultFiles runId={run?.id} files={files} onShowAll={() => show('results')} />
        </Suspense>
      )}
    </section>
  );
}

function OpenInputNote() {
  return (
    <p className="border-b border-line bg-warn-soft px-3 py-1.5 text-sm text-warn">
      The input was still open when the time limit ended the run. A program that reads all of its input waits until you
      end it with <strong>End input</strong> or Ctrl+D. Select <strong>Give no input</strong> under Options if it needs
      none.
    </p>
  );
}

interface ViewCounts {
  problems: number;
  files: number;
}

/** The selected view. There is a choice only for a run that left files, used its network, or names lines of its program. */
function useView(log: NetworkLog, { problems, files }: ViewCounts) {
  const { connections, blocked } = useSyncExternalStore(log.watch, log.rows);
  const [chosen, show] = useState<View>('output');
  const views: { id: View; label: ReactNode }[] = [{ id: 'output', label: 'Output' }];
  if (files > 0) views.push({ id: 'results', label: <CountedLabel name="Results" count={files} /> });
  if (problems > 0) views.push({ id: 'problems', label: <CountedLabel name="Problems" count={problems} /> });
  if (connections.length + blocked.length > 0) views.push({ id: 'network', label: <NetworkLabel blocked={blocked} /> });
  const view = views.some(({ id }) => id === chosen) ? chosen : 'output';
  return {
    view,
    show,
    viewSwitch:
      views.length === 1 ? null : <ViewSwitch<View> label="View of the run" views={views} shown={view} onShow={show} />,
  };
}

function CountedLabel({ name, count }: { name: string; count: number }) {
  return (
    <>
      {name} <Badge>{count}</Badge>
    </>
  );
}

function NetworkLabel({ blocked }: { blocked: readonly BlockedHost[] }) {
  const failed = blocked.filter(({ reason }) => isFailure(reason)).length;
  const refused = blocked.length - failed;
  return (
    <>
      Network {refused > 0 && <Badge tone="danger">{refused} blocked</Badge>}{' '}
      {failed > 0 && <Badge tone="warn">{failed} failed</Badge>}
    </>
  );
}

function NoOutput({ run }: { run: Run | undefined }) {
  if (run?.error) return null;
  if (run === undefined)
    return (
      <EmptyState icon={<SquareTerminal size={24} />} title="Output appears here during the run">
        Each run uses its own container, which is removed afterwards.
      </EmptyState>
    );
  return (
    <p className="px-3 py-1 font-sans text-muted">
      {run.phase === 'ended' ? 'The program wrote no output.' : 'No output yet.'}
    </p>
  );
}

/** Replaces an error whose details are all shown at the option fields by a message that refers to them. */
function withoutMarked(error: ApiError): ApiError {
  const { code, details, requestId } = error;
  if (details.length === 0 || !details.every(({ path }) => markedOption.test(path))) return error;
  return new ApiError(
    code,
    'The run was not started because an option is not valid. Correct the marked field under Options.',
    {
      requestId,
    },
  );
}
