import { basename } from 'node:path/posix';
import type { Execution } from '../../src-shared/contracts/executions.contract.ts';
import type { Actor } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { mediaTypeOf } from '../work/media-type.ts';
import type { CurrentRuns } from './current-run.ts';
import { type ExecutionRow, findSealedParts } from './executions.store.ts';
import { labelOf, type RunMakerDeps } from './history/run-label.ts';
import { createSealedHistory } from './sealed-history.ts';
import { previewOf, type StoredOutput, storedOutputOf } from './stored-output.ts';

interface RecordDeps {
  database: Database;
  currentRuns: CurrentRuns;
  actor: Actor;
}

const noOutput: StoredOutput = { stdout: '', stderr: '', files: [] };

/** Returns a run as the API shows it: complete, or as an entry of a list. */
export function toExecution(deps: RecordDeps & RunMakerDeps & { row: ExecutionRow; whole?: boolean }): Execution {
  const { row, currentRuns, actor, whole = false } = deps;
  const current = currentRuns.find(actor.accountId, row.id);
  const isRunning = current !== undefined && current.status() === 'running';
  return {
    id: row.id,
    language: row.language,
    status: isRunning ? 'running' : row.status,
    ...outputOf(deps),
    exitCode: row.exitCode,
    signal: row.signal,
    stdoutTruncated: row.stdoutTruncated === 1,
    stderrTruncated: row.stderrTruncated === 1,
    durationMs: row.durationMs,
    queuedMs: row.queuedMs,
    startupMs: row.startupMs,
    ...(row.memoryPeakBytes !== null && { memoryPeakBytes: row.memoryPeakBytes }),
    engine: row.engine,
    place: row.place,
    createdAt: new Date(row.createdAt).toISOString(),
    source: row.source,
    ...labelOf(deps),
    ...(whole && requestOf(deps)),
  };
}

/**
 * Reads a result file of a run, from memory or from the history.
 * @throws AppError `file_not_found`
 */
export async function readResultFile({ database, currentRuns, actor }: RecordDeps, id: string, path: string) {
  const current = currentRuns
    .find(actor.accountId, id)
    ?.files()
    .find((file) => file.path === path);
  const content = current?.content ?? openStoredFile({ database, currentRuns, actor }, id, path);
  if (content === undefined)
    throw new AppError(
      'file_not_found',
      'The run left no file with this path, or its files are not stored. `files` of the run lists them.',
    );
  const { mediaType } = await mediaTypeOf(path, content);
  return { name: basename(path), mediaType, content };
}

function openStoredFile({ database, actor }: RecordDeps, id: string, path: string): Uint8Array | undefined {
  const sealed = findSealedParts(database.read, actor.accountId, id)?.files;
  if (!sealed) return undefined;
  return createSealedHistory(actor.accountKey).openFile({ accountId: actor.accountId, id }, sealed, path);
}

function outputOf({
  database,
  currentRuns,
  actor,
  row,
  whole,
}: RecordDeps & { row: ExecutionRow; whole?: boolean }): StoredOutput {
  const { id, accountId } = row;
  const answer = currentRuns.find(accountId, id)?.answer();
  if (answer !== undefined) {
    const stored = storedOutputOf(answer);
    return whole ? stored : previewOf(stored);
  }
  const history = createSealedHistory(actor.accountKey);
  const output = whole ? findSealedParts(database.read, accountId, id)?.output : undefined;
  if (output) return history.openOutput({ accountId, id }, 'output', output);
  return row.preview === null ? noOutput : history.openOutput({ accountId, id }, 'preview', row.preview);
}

function requestOf({ database, actor, row }: RecordDeps & { row: ExecutionRow }): Pick<Execution, 'request'> {
  const { id, accountId } = row;
  const sealed = findSealedParts(database.read, accountId, id)?.request;
  return sealed ? { request: createSealedHistory(actor.accountKey).openRequest({ accountId, id }, sealed) } : {};
}
