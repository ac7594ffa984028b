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
import { ApiError, asApiError, type FieldProblem } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { defineSessionStore, sessionQueries } from '../../client/session/session-scope.ts';
import { rulesProblems } from '../../ui/network/rule-draft.ts';
import { createOutputLog, type OutputLog } from '../../ui/output/output-log.ts';
import { createNetworkLog, type NetworkLog } from './network/network-log.ts';
import { withRule } from './network/with-rule.ts';
import { draftOf, emptyDraft, isUntouchedDraft, type RunDraft, requestOf } from './options/run-draft.ts';
import { followResponse, resumeRun, startRun } from './run-events.ts';

/** The result of a run, or of a stored run. */
export type RunResult = Omit<ExecuteResponse, 'status'> & { status: Execution['status'] };

export interface Run {
  /** Origin of the run, such as `vault: report.py`; undefined for code of the Run screen. */
  label: string | undefined;
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
  result: RunResult | undefined;
  error: ApiError | undefined;
}

interface RunState {
  draft: RunDraft;
  run: Run | undefined;
  edit(change: Partial<RunDraft>): void;
  start(): Promise<void>;
  /** Shows a run that another operation starts: `open` returns its event stream. */
  startBy(label: string, open: (signal: AbortSignal) => Promise<Response>): Promise<void>;
  /** Runs a stored request without changing the draft. Does nothing while another run is in progress. */
  repeat(request: ExecuteRequest): Promise<void>;
  /** Runs the request of the current run again with one more network rule, for that run only. */
  repeatWith(rule: NetworkRule): Promise<void>;
  /** Follows a run that was in progress when this window opened. */
  attach(execution: Execution): Promise<void>;
  cancel(): Promise<void>;
}

/** The current run and the draft of the next one. They outlive a change of the screen. */
export const useRun = defineSessionStore<RunState>((set, get) => {
  let following = new AbortController();
  const change = (patch: Partial<Run>) => set(({ run }) => (run ? { run: { ...run, ...patch } } : {}));

  async function follow(run: Run, events: (signal: AbortSignal) => AsyncGenerator<ExecutionEvent>): Promise<void> {
    following.abort();
    following = new AbortController();
    const { signal } = following;
    set({ run });
    try {
      for await (const event of events(signal)) if (!signal.aborted) applyEvent(run, event);
    } catch (error) {
      if (!signal.aborted) change({ phase: 'ended', error: asApiError(error) });
    }
    run.network.end();
    void sessionQueries().invalidateQueries({ queryKey: ['executions'] });
    void sessionQueries().invalidateQueries({ queryKey: ['audit'] });
  }

  function applyEvent({ log, network }: Run, { event, data }: ExecutionEvent): void {
    if (event === 'started') change({ phase: 'running', id: data.id });
    else if (event === 'stdout' || event === 'stderr') appendOutput(log, event, data);
    else if (event === 'network') network.apply(data);
    else if (event === 'printed') change({ printed: data });
    else if (event === 'file') change({ files: [...(get().run?.files ?? []), data] });
    else if (event === 'finished') change({ phase: 'ended', result: data, files: data.files });
    else change({ phase: 'ended', error: errorOf(data) });
  }

  const onConnection = (connected: boolean) => change({ connected });

  return {
    draft: emptyDraft,
    run: undefined,
    edit: (patch) => set(({ draft }) => ({ draft: { ...draft, ...patch } })),
    start: async () => {
      if (isUnderWay(get().run)) return;
      const { draft } = get();
      const request = requestOf(draft);
      const problems = draft.network === 'rules' ? rulesProblems(draft.rules) : [];
      if (problems.length > 0) return set({ run: { ...newRun(), phase: 'ended', error: invalidRules(problems) } });
      await follow({ ...newRun(), request }, (signal) => startRun(request, { signal, onConnection }));
    },
    startBy: async (label, open) => {
      if (isUnderWay(get().run)) return;
      await follow({ ...newRun(), label }, async function* events(signal) {
        yield* followResponse(await open(signal), { signal, onConnection });
      });
    },
    repeat: async (request) => {
      if (isUnderWay(get().run)) return;
      const kept: ExecuteRequest = { ...request, outputKeep: 'ends' };
      const run = { ...newRun(), label: 'from the history', request: kept };
      await follow(run, (signal) => startRun(kept, { signal, onConnection }));
    },
    repeatWith: async (rule) => {
      const { run } = get();
      if (run?.request === undefined || isUnderWay(run)) return;
      const request = withRule(run.request, rule);
      const again = { ...newRun(), label: run.label, request };
      await follow(again, (signal) => startRun(request, { signal, onConnection }));
    },
    attach: async ({ id, createdAt, request }) => {
      // The user can have edited the code since the run started.
      if (request && isUntouchedDraft(get().draft)) set({ draft: draftOf(request) });
      const run = { ...newRun(), id, request, startedAt: Date.parse(createdAt), phase: 'running' as const };
      await follow(run, (signal) => resumeRun(id, { signal, onConnection }));
    },
    cancel: async () => {
      const { run } = get();
      if (run?.id === undefined || run.phase !== 'running') return;
      change({ phase: 'cancelling' });
      // The stream reports the end. A run that has already ended cannot be cancelled.
      await call(cancelExecution, { params: { id: run.id } }).catch((error: unknown) => {
        const { code } = asApiError(error);
        if (code !== 'execution_finished' && get().run?.phase === 'cancelling') change({ phase: 'running' });
      });
    },
  };
});

/** The error that the daemon would return, with all problems: its own schema reports an invalid rule as a whole. */
function invalidRules(details: readonly FieldProblem[]): ApiError {
  return new ApiError('invalid_request', 'The run was not started, because its network rules are not valid.', {
    details,
  });
}

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
    label: undefined,
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
    result: undefined,
    error: undefined,
  };
}
