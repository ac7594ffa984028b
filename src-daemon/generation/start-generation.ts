import type { GenerateResponse } from '../../src-shared/contracts/generation.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Database } from '../db/database.ts';
import { asAppError } from '../errors/app-error.ts';
import { type Generation, generateProgram, type RunProgram } from './generate-program.ts';
import type { AskModel } from './model/ask-model.ts';

interface StartDeps {
  database: Database;
  recordAudit: RecordAudit;
  askModel: AskModel;
  runProgram: RunProgram;
  log: { error(fields: object, message: string): void };
}

/** Runs a generation in the background and records it. At the end, the keys of the account and the provider are wiped. */
export function startGeneration(deps: StartDeps, generation: Generation): Promise<GenerateResponse> {
  const { work, actor, endpoint } = generation;
  const response = generateAndRecord(deps, generation)
    .catch((thrown: unknown) => {
      const error = asAppError(thrown);
      if (error.code === 'internal') deps.log.error({ generationId: work.id, err: thrown }, 'generation failed');
      work.fail(error);
      throw error;
    })
    .finally(() => {
      actor.accountKey.fill(0);
      endpoint.apiKey?.wipe();
      work.end();
    });
  // There may be no caller that waits. The failure is already in the stream.
  response.catch(() => undefined);
  return response;
}

/**
 * Writes one audit row for a generation without a run. If `execute` is false, the row is written before the prompt is sent;
 * otherwise at the end, if no run has started.
 */
async function generateAndRecord(deps: StartDeps, generation: Generation): Promise<GenerateResponse> {
  const isWithoutRun = generation.request.execute === false;
  let attempts = 0;
  let runs = 0;
  const { work } = generation;
  // A started run has its own audit row; a refused run has none.
  const append: typeof work.append = (event) => {
    if (event.event === 'run_started') runs++;
    work.append(event);
  };
  if (isWithoutRun) recordGenerate(deps, generation, 1);
  try {
    const response = await generateProgram(
      {
        askModel: (question) => {
          attempts++;
          return deps.askModel(question);
        },
        runProgram: deps.runProgram,
      },
      { ...generation, work: { ...work, append } },
    );
    work.append({ event: 'finished', data: response });
    return response;
  } finally {
    if (!isWithoutRun && runs === 0) recordGenerate(deps, generation, attempts);
  }
}

function recordGenerate({ database, recordAudit }: StartDeps, generation: Generation, attempts: number): void {
  const { work, actor, request, endpoint, task } = generation;
  const metadata = {
    prompt: request.prompt,
    language: task.language.id,
    packages: task.packages.length,
    model: endpoint.model,
    provider: endpoint.provider,
    attempts,
    source: actor.client.source,
  };
  database.transaction((db) => recordAudit(db, actor, { action: 'code.generate', resourceId: work.id, metadata }));
}
