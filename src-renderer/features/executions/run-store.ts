import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import {
  cancelExecution,
  type ExecuteResponse,
  type Execution,
  type ExecutionEvent,
  type OutputEventData,
  type ResultFile,
} from '../../../src-shared/contracts/executions.contract.ts';
import type { NetworkRule } from '../../../src-shared/contracts/network/network-rules.ts';
import type { ErrorBody } from '../../../src-shared/error-body.ts';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { defineSessionStore, sessionQueries } from '../../client/session/session-scope.ts';
import { createOutputLog, type OutputLog } from '../../ui/output/output-log.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import { createNetworkLog, type NetworkLog } from './network/network-log.ts';
import { withRule } from './network/with-rule.ts';
import { followResponse, resumeRun, startRun } from './run-events.ts';
import type { RunOwner } from './run-owner.ts';

/**
 * Maximum number of runs that a window follows at the same time. Each holds a connection for its events, and a browser opens
 * six to one address.
 */
export const followedRunsLimit = 3;

const tooManyRuns = `The run was not started: ${followedRunsLimit} runs are in progress in this window. Wait until one ends, or cancel one.`;

/** The result of a run, or of a stored run. */
export type RunResult = Omit<ExecuteResponse, 'status'> & { status: Execution['status'] };

export interface Run {
  phase: 'starting' | 'running' | 'cancelling' | 'ended';
  id: string | undefined;
  startedAt: number;
  connected: boolean;
  log: OutputLog;
  network: NetworkLog;
  /** The request of the run; undefined if another operation started it. */
  request: ExecuteRequest | undefined;
  /** True after the user ended the input of the program. */
  inputEnded: boolean;
  files: ResultFile[];
  /** Bytes printed so far; set while the middle of the output is left out. */
  printed: { stdoutBytes: number; stderrBytes: number } | undefined;
  /** The packages that the run waits for, and the last line of the installer. */
  installing: { packages: string[]; line?: string } | undefined;
  result: RunResult | undefined;
  error: ApiError | undefined;
}

type Runs = Readonly<Partial<Record<RunOwner, Run>>>;
type Events = (signal: AbortSignal) => AsyncGenerator<ExecutionEvent>;

interface RunState {
  /** The newest run of each document. */
  runs: Runs;
  /** Starts a run, unless one of the document is in progress. */
  start(owner: RunOwner, request: ExecuteRequest): Promise<void>;
  /** Shows why a run was not started. */
  refuse(owner: RunOwner, error: ApiError): void;
  /** Shows a run that another operation starts: `open` returns its event stream. */
  startBy(owner: RunOwner, open: (signal: AbortSignal) => Promise<Response>): Promise<void>;
  /** Runs the request of the newest run again with one more network rule, for that run only. */
  repeatWith(owner: RunOwner, rule: NetworkRule): Promise<void>;
  /** Follows a run that was in progress when this window opened. */
  attach(owner: RunOwner, execution: Execution): Promise<void>;
  /** Cancels a run: now, or as soon as it begins. */
  cancel(owner: RunOwner): Promise<void>;
  setInputEnded(owner: RunOwner, inputEnded: boolean): void;
  /** Gives the newest run of a document to the document's next name. */
  rename(from: RunOwner, to: RunOwner): void;
  /** Stops following a run, and forgets it. One that has not begun yet is cancelled. */
  drop(owner: RunOwner): void;
}

/** The newest run of each document. Runs outlive a change of the document and of the screen. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the runs of a window and the few steps that change them
export const useCurrentRuns = defineSessionStore<RunState>((set, get) => {
  const followers = new Map<Run['log'], AbortController>();
  /** Runs that are cancelled as soon as their id is known. */
  const unwanted = new Set<Run['log']>();
  /** The newest state of a run; undefined if its document has a newer one, or is closed. The log identifies a run. */
  const latest = ({ log }: Run) => Object.values(get().runs).find((run) => run?.log === log);
  /** Changes a run, whose document can have another name than at its start. */
  const change = (run: Run, patch: Partial<Run>) =>
    set(({ runs }) => {
      const owner = ownersIn(runs).find((one) => runs[one]?.log === run.log);
      return owner === undefined ? {} : { runs: { ...runs, [owner]: { ...(runs[owner] ?? run), ...patch } } };
    });

  async function follow(owner: RunOwner, run: Run, events: Events): Promise<void> {
    const { runs } = get();
    if (isUnderWay(runs[owner])) return;
    if (runsUnderWay(runs).length >= followedRunsLimit) return showToast(tooManyRuns, 'danger');
    const following = new AbortController();
    const { signal } = following;
    followers.set(run.log, following);
    set({ runs: { ...runs, [owner]: run } });
    try {
      for await (const event of events(signal)) if (!signal.aborted) applyEvent(run, event);
    } catch (error) {
      if (!signal.aborted) change(run, { phase: 'ended', error: asApiError(error) });
    }
    followers.delete(run.log);
    unwanted.delete(run.log);
    run.network.end();
    if (signal.aborted) return;
    void sessionQueries().invalidateQueries({ queryKey: ['executions'] });
    void sessionQueries().invalidateQueries({ queryKey: ['audit'] });
  }

  function applyEvent(run: Run, { event, data }: ExecutionEvent): void {
    const { log, network } = run;
    if (event === 'started') begin(run, data.id);
    else if (event === 'installing') change(run, { installing: { packages: data.packages } });
    else if (event === 'install_log') noteInstallLine(run, data.text);
    else if (event === 'installed') change(run, { installing: undefined });
    else if (event === 'stdout' || event === 'stderr') appendOutput(log, event, data);
    else if (event === 'network') network.apply(data);
    else if (event === 'printed') change(run, { printed: data });
    else if (event === 'file') change(run, { files: [...(latest(run)?.files ?? []), data] });
    else if (event === 'finished') change(run, { phase: 'ended', result: data, files: data.files });
    else change(run, { phase: 'ended', error: errorOf(data) });
  }

  function noteInstallLine(run: Run, line: string): void {
    const { installing } = latest(run) ?? run;
    if (installing !== undefined) change(run, { installing: { ...installing, line } });
  }

  function begin(run: Run, id: string): void {
    const isUnwanted = unwanted.delete(run.log);
    change(run, { phase: isUnwanted ? 'cancelling' : 'running', id });
    if (!isUnwanted) return;
    void cancelById(run, id);
    // Its document is closed, so its output is not shown.
    if (latest(run) === undefined) followers.get(run.log)?.abort();
  }

  async function cancelById(run: Run, id: string): Promise<void> {
    // The stream reports the end. A run that has already ended cannot be cancelled.
    await call(cancelExecution, { params: { id } }).catch((error: unknown) => {
      const { code } = asApiError(error);
      if (code !== 'execution_finished' && latest(run)?.phase === 'cancelling') change(run, { phase: 'running' });
    });
  }

  const connectionOf = (run: Run) => (connected: boolean) => change(run, { connected });

  return {
    runs: {},
    start: async (owner, request) => {
      const run = { ...newRun(), request };
      await follow(owner, run, (signal) => startRun(request, { signal, onConnection: connectionOf(run) }));
    },
    refuse: (owner, error) =>
      set(({ runs }) => ({ runs: { ...runs, [owner]: { ...newRun(), phase: 'ended' as const, error } } })),
    startBy: async (owner, open) => {
      const run = newRun();
      await follow(owner, run, async function* events(signal) {
        yield* followResponse(await open(signal), { signal, onConnection: connectionOf(run) });
      });
    },
    repeatWith: async (owner, rule) => {
      const request = get().runs[owner]?.request;
      if (request !== undefined) await get().start(owner, withRule(request, rule));
    },
    attach: async (owner, { id, createdAt, request }) => {
      const run = { ...newRun(), id, request, startedAt: Date.parse(createdAt), phase: 'running' as const };
      await follow(owner, run, (signal) => resumeRun(id, { signal, onConnection: connectionOf(run) }));
    },
    cancel: async (owner) => {
      const run = get().runs[owner];
      if (run?.phase !== 'running' && run?.phase !== 'starting') return;
      change(run, { phase: 'cancelling' });
      if (run.id === undefined) unwanted.add(run.log);
      else await cancelById(run, run.id);
    },
    setInputEnded: (owner, inputEnded) => {
      const run = get().runs[owner];
      if (run !== undefined) change(run, { inputEnded });
    },
    rename: (from, to) =>
      set(({ runs: { [from]: run, ...others } }) => (run === undefined ? {} : { runs: { ...others, [to]: run } })),
    drop: (owner) => {
      const { [owner]: run, ...runs } = get().runs;
      // A run without an id is followed until it has one, and is cancelled then.
      if (run !== undefined && isUnderWay(run) && run.id === undefined) unwanted.add(run.log);
      else if (run !== undefined) followers.get(run.log)?.abort();
      set({ runs });
    },
  };
});

/** Returns the newest run of a document. */
export const useRunOf = (owner: RunOwner): Run | undefined => useCurrentRuns(({ runs }) => runs[owner]);

const ownersIn = (runs: Runs): RunOwner[] => Object.keys(runs) as RunOwner[];

/** Returns the documents whose newest run has not ended. */
export const runsUnderWay = (runs: Runs): RunOwner[] => ownersIn(runs).filter((owner) => isUnderWay(runs[owner]));

function errorOf({ error: { code, message, requestId } }: ErrorBody): ApiError {
  return new ApiError(code, message, { requestId });
}

function appendOutput(log: OutputLog, stream: 'stdout' | 'stderr', { text, missingBytes }: OutputEventData): void {
  if (missingBytes === undefined) log.append(stream, text);
  else log.appendGap(stream, text, missingBytes);
}

/** Returns true if a run has not ended. */
export function isUnderWay(run: Run | undefined): boolean {
  return run !== undefined && run.phase !== 'ended';
}

function newRun(log = createOutputLog()): Run {
  return {
    phase: 'starting',
    id: undefined,
    startedAt: Date.now(),
    connected: true,
    log,
    network: createNetworkLog(),
    request: undefined,
    inputEnded: false,
    files: [],
    printed: undefined,
    installing: undefined,
    result: undefined,
    error: undefined,
  };
}
