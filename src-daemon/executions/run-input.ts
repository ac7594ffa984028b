import { inputChunkBytes } from '../../src-shared/contracts/executions/execution-input.contract.ts';
import type { Actor } from '../core/actor.ts';
import type { AccountMemory, Holding } from '../core/memory/ledger.ts';
import { requireOwnWork } from '../core/rights.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import type { ClusterGate } from '../work/cluster-gate.ts';
import type { CurrentRuns } from './current-run.ts';
import { inputNotOpen, runFinished } from './input-errors.ts';
import { requireRow } from './require-run.ts';

interface InputDeps {
  database: Database;
  currentRuns: CurrentRuns;
  memoryOf: (accountId: number) => AccountMemory;
  gate: ClusterGate;
}

/** A part of the input of a run. */
export interface InputPart {
  chunks: AsyncIterable<Uint8Array>;
  /** The input ends after this part. */
  isLast: boolean;
  /** Aborts when the client leaves: what was not sent is dropped. */
  signal: AbortSignal;
}

/**
 * Sends a part of the input to the program of a run. Resolves when the sandbox has taken it. Nothing of it is recorded.
 * @throws AppError `execution_not_found`, `forbidden`, `cluster_not_allowed`, `execution_finished`, `stdin_not_open`,
 * `stdin_ended`, `input_queue_full`, `too_large`, `account_memory_full`
 */
export async function writeRunInput(
  { database, currentRuns, memoryOf, gate }: InputDeps,
  actor: Actor,
  { id, chunks, isLast, signal }: InputPart & { id: string },
): Promise<void> {
  requireOwnWork(actor, requireRow(database, actor, id));
  gate.require(actor.accountId);
  const current = currentRuns.find(actor.accountId, id);
  if (current === undefined || current.hasEnded()) throw runFinished();
  if (current.input === undefined) throw inputNotOpen();
  // The whole part is read first: the request may take two minutes to arrive, and the program longer to read it.
  const arriving = memoryOf(actor.accountId).open();
  const part = await readPart(chunks, arriving).finally(arriving.release);
  await current.input.write(part, { isLast, signal });
}

async function readPart(chunks: AsyncIterable<Uint8Array>, arriving: Holding): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > inputChunkBytes)
      throw new AppError('too_large', 'Input can have 8 MiB in one request. Send the rest in further requests.');
    arriving.take(chunk.length);
    read.push(chunk);
  }
  return Buffer.concat(read);
}
