import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { Execution } from '../../src-shared/contracts/executions.contract.ts';
import type { NetworkDecision, RunNetworkReport } from '../../src-shared/contracts/network/network-report.ts';
import type { Settings } from '../../src-shared/contracts/settings.contract.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { errorBody } from '../core/error-body.ts';
import { resumeGraceMs } from '../core/live-work.ts';
import type { AccountMemory } from '../core/memory/ledger.ts';
import { networkFacts } from '../core/network-facts.ts';
import { mayRead, requireCancelRight, requireDecisionRight } from '../core/rights.ts';
import type { RunFacts, RunFor, RunPurpose } from '../core/run-purpose.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { Database } from '../db/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { FindPackages } from '../programs/find-packages.ts';
import type { GrantSecrets } from '../programs/secret-grants.ts';
import { type DirectRunDeps, prepareDirectRun } from './direct-run.ts';
import { readResultFile, toExecution } from './execution-view.ts';
import { findExecution } from './executions.store.ts';
import { createHistoryChanges } from './history/change-history.ts';
import { type ListQuery, listPage } from './history/list-page.ts';
import { newLabel, type RunMakerDeps } from './history/run-label.ts';
import type { LiveRuns } from './live-run.ts';
import { type PlannedRun, planRun } from './plan-run.ts';
import { notFound, requireRow } from './require-run.ts';
import { type InputPart, writeRunInput } from './run-input.ts';
import { decideRunConnection, readRunNetwork } from './run-network.ts';
import type { StartRun } from './start-run.ts';

interface ExecutionsDeps extends DirectRunDeps, RunMakerDeps {
  database: Database;
  startRun: StartRun;
  liveRuns: LiveRuns;
  memoryOf: (accountId: number) => AccountMemory;
  grantSecrets: GrantSecrets;
  readSettings: (accountId: number) => Settings;
  findPackages: FindPackages;
  /** Throws if the engine cannot accept the job now. */
  admit: Engine['admit'];
  now: () => number;
}

export type ExecutionsService = ReturnType<typeof createExecutionsService>;

/** Runs of an account's code and their history. A credential sees only the runs that it may read (core/rights.ts). */
export function createExecutionsService(deps: ExecutionsDeps) {
  const { database, liveRuns } = deps;

  return {
    /** Runs the code and resolves when the run has ended. The run is cancelled when `signal` aborts. */
    execute(actor: Actor, input: ExecuteRequest, signal: AbortSignal) {
      const { request, purpose } = prepareDirectRun(deps, actor, input);
      return executeFor(actor, request, { signal, purpose });
    },

    /** Runs the code and streams its events. The run is cancelled a minute after the last client has left. */
    executeStreaming(actor: Actor, input: ExecuteRequest, signal: AbortSignal): AsyncIterable<StreamEvent> {
      const { request, purpose } = prepareDirectRun(deps, actor, input);
      return streamFor(actor, request, { signal, purpose });
    },

    /** Do the same for another feature, with its purpose. */
    executeFor,
    streamFor,

    /** Does the same as {@link streamFor}, but the run is cancelled as soon as `signal` aborts. */
    relayFor(actor: Actor, request: ExecuteRequest, { signal, purpose }: RunFor): AsyncIterable<StreamEvent> {
      const { live } = start(actor, request, purpose);
      live.attach(signal, 0);
      return live.follow(0);
    },

    /** Checks whether a run of the request would be accepted, without starting it. @throws AppError */
    check: (actor: Actor, request: ExecuteRequest): void => checkRun(deps, actor, request),

    /** Streams the events after `lastEventId`. A run that is no longer in memory has only its last event. */
    follow(actor: Actor, { id, lastEventId, signal }: { id: string; lastEventId: number; signal: AbortSignal }) {
      const live = liveRuns.find(actor.accountId, id);
      if (live === undefined) return endOf(read(actor, id), lastEventId);
      if (!mayRead(actor, live)) throw notFound();
      live.attach(signal, resumeGraceMs);
      return live.follow(lastEventId);
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
      return readResultFile({ database, liveRuns, actor }, id, path);
    },
  };

  async function executeFor(actor: Actor, request: ExecuteRequest, { signal, purpose }: RunFor) {
    const { live, response } = start(actor, request, purpose);
    live.attach(signal, 0);
    return await response;
  }

  function streamFor(actor: Actor, request: ExecuteRequest, { signal, purpose }: RunFor): AsyncIterable<StreamEvent> {
    const { live } = start(actor, request, purpose);
    live.attach(signal, resumeGraceMs);
    return live.follow(0);
  }

  function start(actor: Actor, request: ExecuteRequest, purpose: RunPurpose) {
    const planned = planRun(deps, actor, request);
    const { source } = purpose;
    const isKept = request.keep !== false;
    return deps.startRun(actor, planned, {
      request: purpose.keepsRequest && isKept ? request : null,
      isKept,
      source,
      label: newLabel(deps, actor, { request, purpose }),
      recordStart: (db, executionId) => purpose.recordStart(db, factsOf(planned, { executionId, source })),
    });
  }

  function read(actor: Actor, id: string): Execution {
    return toExecution({ ...deps, actor, row: requireRow(database, actor, id), whole: true });
  }
}

async function cancelRun(deps: ExecutionsDeps, actor: Actor, id: string): Promise<Execution> {
  const { database, liveRuns } = deps;
  const row = requireRow(database, actor, id);
  requireCancelRight(actor, row);
  const live = liveRuns.find(actor.accountId, id);
  if (live === undefined || live.status() === 'ended')
    throw new AppError('execution_finished', 'The run cannot be cancelled, because it has ended already.');
  live.cancellation.abort();
  await live.ended;
  // The history no longer has a run with `keep: false`.
  const ended = findExecution(database.read, actor.accountId, id) ?? { ...row, status: 'cancelled' as const };
  return toExecution({ ...deps, actor, row: ended, whole: true });
}

function checkRun(deps: ExecutionsDeps, actor: Actor, request: ExecuteRequest): void {
  const { job } = planRun(deps, actor, request);
  deps.admit(job).release();
}

function factsOf(
  { job, secretNames, packageCount }: PlannedRun,
  { executionId, source }: { executionId: string; source: string },
): RunFacts {
  return {
    language: job.language,
    codeLength: job.code.length,
    secretsInjected: secretNames.length,
    packages: packageCount,
    ...networkFacts(job.network),
    executionId,
    source,
  };
}

async function* endOf(execution: Execution, lastEventId: number): AsyncGenerator<StreamEvent> {
  const { createdAt, source, request, name, pinned, startedBy, status, ...rest } = execution;
  if (status === 'queued' || status === 'running') return;
  const id = lastEventId + 1;
  if (status !== 'interrupted') yield { id, event: 'finished', data: { ...rest, status } };
  else yield { id, event: 'error', data: errorBody(interrupted()) };
}

function interrupted(): AppError {
  return new AppError('engine_unavailable', 'The daemon or the engine stopped during this run. Run the code again.');
}
