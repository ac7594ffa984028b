import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import {
  cancelExecution,
  type ExecuteResponse,
  type Execution,
  type ExecutionEvent,
  type OutputEventData,
  type ResultFile,
} from '../../../src-shared/contracts/executions.contract.ts';
import type { ErrorBody } from '../../../src-shared/error-body.ts';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { defineSessionStore, sessionQueries } from '../../client/session/session-scope.ts';
import { createOutputLog, type OutputLog } from '../../ui/output/output-log.ts';
import { draftOf, emptyDraft, isUntouchedDraft, type RunDraft, requestOf } from './options/run-draft.ts';
import { followResponse, resumeRun, startRun } from './run-events.ts';

/** The answer of a run, or what is known of one from the history. */
export type RunResult = Omit<ExecuteResponse, 'status'> & { status: Execution['status'] };

export interface Run {
  /** Where it was started, in words: `vault: report.py`; undefined for what was in the editor of the Run screen. */
  label: string | undefined;
  phase: 'starting' | 'running' | 'cancelling' | 'ended';
  id: string | undefined;
  startedAt: number;
  connected: boolean;
  log: OutputLog;
  files: ResultFile[];
  /** How much it printed so far, while the middle of that is left out. */
  printed: { stdoutBytes: number; stderrBytes: number } | undefined;
  result: RunResult | undefined;
  error: ApiError | undefined;
}

interface RunState {
  draft: RunDraft;
  run: Run | undefined;
  edit(change: Partial<RunDraft>): void;
  start(): Promise<void>;
  /** Shows a run of another place, which another operation starts: `open` answers with its event stream. */
  startBy(label: string, open: (signal: AbortSignal) => Promise<Response>): Promise<void>;
  /** Runs a request of the history as it is; the draft stays. Does nothing while another run is under way. */
  repeat(request: ExecuteRequest): Promise<void>;
  /** Goes on with a run that was under way when this window came. */
  attach(execution: Execution): Promise<void>;
  cancel(): Promise<void>;
}

/** The one run of the Run screen and the draft of the next; they outlive a change of the screen. */
export const useRun = defineSessionStore<RunState>((set, get) => {
  let following = new AbortController();
  const change = (patch: Partial<Run>) => set(({ run }) => (run ? { run: { ...run, ...patch } } : {}));

  async function follow(run: Run, events: (signal: AbortSignal) => AsyncGenerator<ExecutionEvent>): Promise<void> {
    following.abort();
    following = new AbortController();
    const { signal } = following;
    set({ run });
    try {
      for await (const event of events(signal)) if (!signal.aborted) applyEvent(run.log, event);
    } catch (error) {
      if (!signal.aborted) change({ phase: 'ended', error: asApiError(error) });
    }
    void sessionQueries().invalidateQueries({ queryKey: ['executions'] });
    void sessionQueries().invalidateQueries({ queryKey: ['audit'] });
  }

  function applyEvent(log: OutputLog, { event, data }: ExecutionEvent): void {
    if (event === 'started') change({ phase: 'running', id: data.id });
    else if (event === 'stdout' || event === 'stderr') appendOutput(log, event, data);
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
      const request = requestOf(get().draft);
      await follow(newRun(), (signal) => startRun(request, { signal, onConnection }));
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
      await follow({ ...newRun(), label: 'from the history' }, (signal) => startRun(kept, { signal, onConnection }));
    },
    attach: async ({ id, createdAt, request }) => {
      // What is in the editor can have been changed since the run began.
      if (request && isUntouchedDraft(get().draft)) set({ draft: draftOf(request) });
      const run = { ...newRun(), id, startedAt: Date.parse(createdAt), phase: 'running' as const };
      await follow(run, (signal) => resumeRun(id, { signal, onConnection }));
    },
    cancel: async () => {
      const { run } = get();
      if (run?.id === undefined || run.phase !== 'running') return;
      change({ phase: 'cancelling' });
      // The stream tells the end; a run that ended meanwhile has nothing to cancel.
      await call(cancelExecution, { params: { id: run.id } }).catch((error: unknown) => {
        const { code } = asApiError(error);
        if (code !== 'execution_finished' && get().run?.phase === 'cancelling') change({ phase: 'running' });
      });
    },
  };
});

function errorOf({ error: { code, message, requestId } }: ErrorBody): ApiError {
  return new ApiError(code, message, { requestId });
}

function appendOutput(log: OutputLog, stream: 'stdout' | 'stderr', { text, missingBytes }: OutputEventData): void {
  if (missingBytes === undefined) log.append(stream, text);
  else log.appendGap(stream, text, missingBytes);
}

/** Whether a run has not come to its end. */
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
    files: [],
    printed: undefined,
    result: undefined,
    error: undefined,
  };
}
