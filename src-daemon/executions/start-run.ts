import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { ExecuteResponse } from '../../src-shared/contracts/executions.contract.ts';
import { createOutputMask, type OutputMask } from '../../src-shared-node/masking/output-mask.ts';
import { byteUnits } from '../../src-shared-node/masking/output-units.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { AccountMemory } from '../core/memory/ledger.ts';
import type { Database, WritableDb } from '../db/database.ts';
import type { AdmittedRun, SandboxJob } from '../engine/engine.ts';
import type { GatedEngine } from '../work/gated-engine.ts';
import type { HintDeps } from '../work/hints/failed-run.ts';
import type { CurrentRuns } from './current-run.ts';
import { type CurrentRun, createCurrentRun, type Outcome } from './current-run.ts';
import { insertExecution, updateExecutionFinished } from './executions.store.ts';
import { insertLabel } from './history/labels.store.ts';
import type { RunLabel } from './history/run-label.ts';
import { installBeforeRun } from './install-before-run.ts';
import type { PlannedRun } from './plan-run.ts';
import { recordFailure, recordUnkeptEnd } from './record-failure.ts';
import { networkRecorderOf } from './record-network.ts';
import { hintsOfRun } from './run-hints.ts';
import { runJob } from './run-job.ts';
import { createSealedHistory, type RunIdentity, type SealedHistory } from './sealed-history.ts';
import { storedOutputOf } from './stored-output.ts';
import type { HistoryTrimmer } from './trim-history.ts';

interface StartRunDeps extends HintDeps {
  database: Database;
  recordAudit: RecordAudit;
  engine: GatedEngine;
  currentRuns: CurrentRuns;
  memoryOf: (accountId: number) => AccountMemory;
  trimHistory: HistoryTrimmer['trim'];
  log: { error(fields: object, message: string): void };
  now: () => number;
}

export interface RunOrigin {
  /** Request to store, so that the run can be repeated; null for code that must not be stored. */
  request: ExecuteRequest | null;
  /** False if the history has the run only until it ends. */
  isKept: boolean;
  source: string;
  /** Name and maker that the history shows. */
  label: RunLabel;
  /** Writes the audit row of the run, in the transaction that records the run. */
  recordStart(db: WritableDb, executionId: string): void;
}

export interface StartedRun {
  current: CurrentRun;
  /** Rejects with an AppError if the engine failed during the run. The failure is logged and in the stream. */
  response: Promise<ExecuteResponse>;
}

export type StartRun = ReturnType<typeof createStartRun>;

/**
 * Records a run and passes it to the engine. The caller waits for the response, or handles its rejection.
 * @throws AppError of `engine.admit`, `account_memory_full`; nothing is recorded then
 */
export function createStartRun(deps: StartRunDeps) {
  return (actor: Actor, planned: PlannedRun, origin: RunOrigin): StartedRun => {
    const credentialId = actor.credential.id;
    const run = { accountId: actor.accountId, id: planned.job.id };
    const accountKey = actor.accountKey.slice();
    const sealed = createSealedHistory(accountKey);
    const memory = deps.memoryOf(run.accountId);
    // Until the end: the program and its input wait for a sandbox, and for the program to read them.
    const held = memory.take(sizeOf(planned.job));
    const since = performance.now();
    const admitted = startRecord({ ...deps, run, sealed, planned, since, origin, credentialId }, held.release);
    const { job, maskedValues, outputEncoding } = planned;
    const textMask = createOutputMask(maskedValues);
    const mask = outputEncoding === 'utf8' ? textMask : createOutputMask(maskedValues, { units: byteUnits });
    const recordNetwork = networkRecorderOf(deps, actor, { job, mask: textMask, maskedValues });
    const current = createCurrentRun({ ...run, credentialId, memory, opensStdin: job.opensStdin, recordNetwork });
    deps.currentRuns.add(current);
    current.append({ event: 'started', data: { id: run.id } });
    const context = { ...deps, run, sealed, planned, since, isKept: origin.isKept };
    const onEnd = () => {
      admitted.release();
      held.release();
      accountKey.fill(0);
    };
    const response = carryOut(context, { actor, current, mask, admitted, onEnd });
    return { current, response };
  };
}

type RunContext = StartRunDeps & {
  run: RunIdentity;
  sealed: SealedHistory;
  planned: PlannedRun;
  /** When the run was planned, by performance.now(). */
  since: number;
};

interface RunParts {
  actor: Actor;
  current: CurrentRun;
  mask: OutputMask;
  admitted: AdmittedRun;
  onEnd: () => void;
}

/** Runs a recorded run: its packages, its program, its hints, the record of its end. @throws AppError */
async function carryOut(
  context: RunContext & { isKept: boolean },
  { actor, current, mask, admitted, onEnd }: RunParts,
): Promise<ExecuteResponse> {
  const { engine, planned, isKept } = context;
  try {
    const ready = await installBeforeRun(engine, current, { admitted, planned });
    const ended = await runJob({ admitted: ready, engine, mask }, current, planned);
    current.network?.close();
    const { network } = current;
    const hints = await hintsOfRun(context, actor, { planned, network, answer: ended.answer });
    const outcome = { ...ended, answer: { ...ended.answer, ...(hints.length > 0 && { hints }) } };
    if (isKept) await recordEnd({ ...context, network }, outcome);
    else recordUnkeptEnd(context, current);
    // Sent after the end is recorded, so that a client that receives it reads the finished run.
    current.append({ event: 'finished', data: outcome.answer });
    current.finish({ ...outcome, isKept: isKept && planned.settings.history.keepOutputs });
    return outcome.answer;
  } catch (cause) {
    current.network?.close();
    throw await recordFailure(context, current, cause);
  } finally {
    onEnd();
    current.end();
  }
}

function startRecord(context: Parameters<typeof recordStart>[0], onFailure: () => void): AdmittedRun {
  try {
    return recordStart(context);
  } catch (error) {
    onFailure();
    throw error;
  }
}

/** Returns the size of what is sent to the sandbox, in bytes. */
function sizeOf({ code, stdin, files }: SandboxJob): number {
  return files.reduce((sum, { content }) => sum + content.length, code.length + stdin.length);
}

/** Admits and records the run synchronously, so that an admitted run is on disk before it starts. */
function recordStart({
  database,
  engine,
  now,
  run,
  sealed,
  planned,
  origin,
  credentialId,
}: RunContext & { origin: RunOrigin; credentialId: string }): AdmittedRun {
  const { language } = planned.job;
  const request = origin.request && sealed.sealRequest(run, origin.request);
  const { client, name: programName, by } = origin.label;
  const label = sealed.sealLabel(run, { name: programName, by });
  const admitted = engine.admit(planned.job);
  try {
    database.transaction((db) => {
      const { accountId, id } = run;
      const { source } = origin;
      const { name, place } = engine.status();
      const row = { id, accountId, credentialId, language, source, engine: name, place, createdAt: now(), request };
      insertLabel(db, { seq: insertExecution(db, row), accountId, client, label });
      planned.recordSecretUse(db);
      origin.recordStart(db, id);
    });
  } catch (error) {
    admitted.release();
    throw error;
  }
  return admitted;
}

async function recordEnd(
  { database, trimHistory, now, run, sealed, planned, network }: RunContext & { network: CurrentRun['network'] },
  { answer, files }: Outcome,
): Promise<void> {
  const { keepOutputs, keepRuns, maxBytes } = planned.settings.history;
  const kept = keepOutputs
    ? {
        ...(await sealed.sealOutput(run, storedOutputOf(answer))),
        files: await sealed.sealFiles(run, files),
        network: network === undefined ? null : await sealed.sealNetwork(run, await network.report()),
      }
    : { preview: null, output: null, files: null, network: null };
  database.transaction((db) => {
    updateExecutionFinished(db, {
      id: run.id,
      // The engine may have changed since the run was recorded.
      engine: answer.engine,
      status: answer.status,
      exitCode: answer.exitCode,
      signal: answer.signal,
      stdoutTruncated: answer.stdoutTruncated ? 1 : 0,
      stderrTruncated: answer.stderrTruncated ? 1 : 0,
      durationMs: answer.durationMs,
      queuedMs: answer.queuedMs,
      startupMs: answer.startupMs,
      memoryPeakBytes: answer.memoryPeakBytes ?? null,
      finishedAt: now(),
      ...kept,
    });
    network?.recordSummary(db);
    trimHistory(db, { accountId: run.accountId, keepRuns, maxBytes });
  });
}
