import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { ExecuteResponse, Execution } from '../../src-shared/contracts/executions.contract.ts';
import type { NetworkDecision, RunNetworkReport } from '../../src-shared/contracts/network/network-report.ts';
import type { Settings } from '../../src-shared/contracts/settings.contract.ts';
import type { Actor } from '../core/actor.ts';
import type { AccountMemory } from '../core/memory/ledger.ts';
import { mayRead, requireCancelRight, requireDecisionRight } from '../core/rights.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { errorBody } from '../errors/error-body.ts';
import type { ClusterGate } from '../work/cluster-gate.ts';
import { resumeGraceMs } from '../work/current-work.ts';
import type { PlanPackages } from '../work/find-packages.ts';
import type { GatedEngine } from '../work/gated-engine.ts';
import { networkFacts } from '../work/network-facts.ts';
import type { RunFacts, RunFor, RunPurpose } from '../work/run-purpose.ts';
import type { GrantSecrets } from '../work/secret-grants.ts';
import { lastingMs } from '../work/work-clients.ts';
import type { CurrentRuns } from './current-run.ts';
import { type DirectRunDeps, prepareDirectRun } from './direct-run.ts';
import { readResultFile, toExecution } from './execution-view.ts';
import { findExecution } from './executions.store.ts';
import { createHistoryChanges } from './history/change-history.ts';
import { type ListQuery, listPage } from './history/list-page.ts';
import { newLabel, type RunMakerDeps } from './history/run-label.ts';
import { type PlannedRun, planRun } from './plan-run.ts';
import { interrupted, notFound, requireRow } from './require-run.ts';
import { answerOf, idOfRetry } from './retried-run.ts';
import { type InputPart, writeRunInput } from './run-input.ts';
import { decideRunConnection, readRunNetwork } from './run-network.ts';
import type { StartedRun, StartRun } from './start-run.ts';

interface ExecutionsDeps extends DirectRunDeps, RunMakerDeps {
  database: Database;
  startRun: StartRun;
  currentRuns: CurrentRuns;
  memoryOf: (accountId: number) => AccountMemory;
  grantSecrets: GrantSecrets;
  readSettings: (accountId: number) => Settings;
  planPackages: PlanPackages;
  engine: Pick<GatedEngine, 'admit' | 'status'>;
  gate: ClusterGate;
  now: () => number;
}

type RunClient = Pick<RunFor, 'signal' | 'retryKey'>;

/** A run that this request has started, or one that another request started: it is in memory, or only in the history. */
type Found = Pick<StartedRun, 'current'> & { response?: StartedRun['response']; stored?: undefined };
type Stored = { stored: Execution; current?: undefined; response?: undefined };

export type ExecutionsService = ReturnType<typeof createExecutionsService>;

/** Runs of an account's code and their history. A credential sees only the runs that it may read (core/rights.ts). */
export function createExecutionsService(deps: ExecutionsDeps) {
  const { database, currentRuns } = deps;

  return {
    /** Runs the code and resolves when the run has ended. The run continues when its client leaves. */
    execute(actor: Actor, input: ExecuteRequest, client: RunClient) {
      const { request, purpose } = prepareDirectRun(deps, actor, input);
      return executeFor(actor, request, { ...client, purpose });
    },

    /** Runs the code and streams its events. The run is cancelled a minute after the last client has left, unless it is `detached`. */
    executeStreaming(actor: Actor, input: ExecuteRequest, client: RunClient): AsyncIterable<StreamEvent> {
      const { request, purpose } = prepareDirectRun(deps, actor, input);
      return streamFor(actor, request, { ...client, purpose });
    },

    /** Do the same for another feature, with its purpose. */
    executeFor,
    streamFor,

    /** Does the same as {@link streamFor}, but the run is cancelled as soon as `signal` aborts. */
    attachedStreamFor(actor: Actor, request: ExecuteRequest, { signal, purpose }: RunFor): AsyncIterable<StreamEvent> {
      const { current, response } = start(actor, request, purpose);
      // A failure is in the stream.
      response.catch(() => undefined);
      current.attach(signal, 0);
      return current.follow(0);
    },

    /** Checks whether a run of the request would be accepted, without starting it. @throws AppError */
    check: (actor: Actor, request: ExecuteRequest): void => checkRun(deps, actor, request),

    /** Streams the events after `lastEventId`. A run that is no longer in memory has only its last event. */
    follow(actor: Actor, { id, lastEventId, signal }: { id: string; lastEventId: number; signal: AbortSignal }) {
      const current = currentRuns.find(actor.accountId, id);
      if (current === undefined) return endOf(read(actor, id), lastEventId);
      if (!mayRead(actor, current)) throw notFound();
      current.attach(signal, resumeGraceMs);
      return current.follow(lastEventId);
    },

    list: (actor: Actor, query: ListQuery) => listPage(deps, actor, query),

    read,

    ...createHistoryChanges({ ...deps, read }),

    /** Cancels a run and resolves when it has ended. @throws AppError `execution_finished` */
    cancel: (actor: Actor, id: string): Promise<Execution> => cancelRun(deps, actor, id),

    writeInput: (actor: Actor, id: string, part: InputPart) => writeRunInput(deps, actor, { ...part, id }),

    readNetwork(actor: Actor, id: string): Promise<RunNetworkReport> {
      requireRow(database, actor, id);
      return readRunNetwork(deps, actor, id);
    },

    /** @throws AppError `forbidden`, `execution_finished`, `network_not_allowed` */
    decideConnection(actor: Actor, id: string, decision: NetworkDecision): { decided: number } {
      requireDecisionRight(actor, requireRow(database, actor, id));
      return { decided: decideRunConnection(deps, actor, { ...decision, id }) };
    },

    readFile(actor: Actor, id: string, path: string) {
      requireRow(database, actor, id);
      return readResultFile({ database, currentRuns, actor }, id, path);
    },
  };

  async function executeFor(actor: Actor, request: ExecuteRequest, run: RunFor): Promise<ExecuteResponse> {
    const { stored, current, response } = startOnce(actor, request, run);
    if (stored !== undefined) return responseOf(stored);
    current.attach(run.signal, lastingMs);
    return await (response ?? answerOf(current));
  }

  function streamFor(actor: Actor, request: ExecuteRequest, run: RunFor): AsyncIterable<StreamEvent> {
    const { stored, current, response } = startOnce(actor, request, run);
    if (stored !== undefined) return endOf(stored, 0);
    // A failure is in the stream.
    response?.catch(() => undefined);
    current.attach(run.signal, request.detached ? lastingMs : resumeGraceMs);
    return current.follow(0);
  }

  /** Starts a run, or finds that of the same request with the same key. */
  function startOnce(actor: Actor, request: ExecuteRequest, { purpose, retryKey }: RunFor): Found | Stored {
    if (retryKey === undefined) return start(actor, request, purpose);
    const id = idOfRetry(actor, retryKey, request);
    const current = currentRuns.find(actor.accountId, id);
    if (current !== undefined) return { current };
    const isStored = findExecution(database.read, actor.accountId, id) !== undefined;
    return isStored ? { stored: read(actor, id) } : start(actor, request, { ...purpose, id });
  }

  function start(actor: Actor, request: ExecuteRequest, { id, ...purpose }: RunPurpose & { id?: string }): StartedRun {
    const planned = planRun(deps, actor, request);
    if (id !== undefined) planned.job.id = id;
    const { source } = purpose;
    const isKept = request.keep !== false;
    return deps.startRun(actor, planned, {
      request: purpose.keepsRequest && isKept ? request : null,
      isKept,
      source,
      label: newLabel(deps, actor, { request, purpose }),
      recordStart: (db, executionId) =>
        purpose.recordStart(db, factsOf(planned, { executionId, source, place: deps.engine.status().place })),
    });
  }

  function read(actor: Actor, id: string): Execution {
    return toExecution({ ...deps, actor, row: requireRow(database, actor, id), whole: true });
  }
}

async function cancelRun(deps: ExecutionsDeps, actor: Actor, id: string): Promise<Execution> {
  const { database, currentRuns } = deps;
  const row = requireRow(database, actor, id);
  requireCancelRight(actor, row);
  const current = currentRuns.find(actor.accountId, id);
  if (current === undefined || current.status() === 'ended')
    throw new AppError('execution_finished', 'The run cannot be cancelled, because it has ended already.');
  current.cancellation.abort();
  await current.ended;
  // The history no longer has a run with `keep: false`.
  const ended = findExecution(database.read, actor.accountId, id) ?? { ...row, status: 'cancelled' as const };
  return toExecution({ ...deps, actor, row: ended, whole: true });
}

function checkRun(deps: ExecutionsDeps, actor: Actor, request: ExecuteRequest): void {
  const { job } = planRun(deps, actor, request);
  deps.engine.admit(job).release();
}

function factsOf(
  { job, secretNames, packages }: PlannedRun,
  work: Pick<RunFacts, 'executionId' | 'source' | 'place'>,
): RunFacts {
  return {
    language: job.language,
    codeLength: job.code.length,
    secretsInjected: secretNames.length,
    packages: packages.count,
    ...networkFacts(job.network),
    ...work,
  };
}

async function* endOf(execution: Execution, lastEventId: number): AsyncGenerator<StreamEvent> {
  if (execution.status === 'queued' || execution.status === 'running') return;
  const id = lastEventId + 1;
  if (execution.status !== 'interrupted') yield { id, event: 'finished', data: responseOf(execution) };
  else yield { id, event: 'error', data: errorBody(interrupted()) };
}

/** Returns the response of a run that is no longer in memory. @throws AppError if it had none */
function responseOf({ status, ...execution }: Execution): ExecuteResponse {
  const { createdAt, source, request, name, pinned, startedBy, ...rest } = execution;
  if (status === 'interrupted' || status === 'queued' || status === 'running') throw interrupted();
  return { ...rest, status };
}
