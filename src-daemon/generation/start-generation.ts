import type { GenerateResponse } from '../../src-shared/contracts/generation.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import { asAppError } from '../core/app-error.ts';
import type { Database } from '../db/database.ts';
import { type Generation, generateProgram, type RunProgram } from './generate-program.ts';
import type { AskModel } from './model/ask-model.ts';

interface StartDeps {
  database: Database;
  recordAudit: RecordAudit;
  askModel: AskModel;
  runProgram: RunProgram;
  log: { error(fields: object, message: string): void };
}

/** Carries a generation to its end, whoever waits for it; its key and the provider's are wiped then. */
export function startGeneration(deps: StartDeps, generation: Generation): Promise<GenerateResponse> {
  const { live, actor, endpoint } = generation;
  const response = generateAndRecord(deps, generation)
    .catch((thrown: unknown) => {
      const error = asAppError(thrown);
      if (error.code === 'internal') deps.log.error({ generationId: live.id, err: thrown }, 'generation failed');
      live.fail(error);
      throw error;
    })
    .finally(() => {
      actor.accountKey.fill(0);
      endpoint.apiKey?.wipe();
      live.end();
    });
  // Nobody may be waiting: the failure is in the stream already.
  response.catch(() => undefined);
  return response;
}

/** One row a generation where nothing is run: before the prompt leaves where that is known, else at the end. */
async function generateAndRecord(deps: StartDeps, generation: Generation): Promise<GenerateResponse> {
  const isOnlyAsked = generation.request.execute === false;
  let attempts = 0;
  let runs = 0;
  const { live } = generation;
  // A run that has begun has left its own row; one that was refused has not.
  const append: typeof live.append = (event) => {
    if (event.event === 'run_started') runs++;
    live.append(event);
  };
  if (isOnlyAsked) recordGenerate(deps, generation, 1);
  try {
    const response = await generateProgram(
      {
        askModel: (question) => {
          attempts++;
          return deps.askModel(question);
        },
        runProgram: deps.runProgram,
      },
      { ...generation, live: { ...live, append } },
    );
    live.append({ event: 'finished', data: response });
    return response;
  } finally {
    if (!isOnlyAsked && runs === 0) recordGenerate(deps, generation, attempts);
  }
}

function recordGenerate({ database, recordAudit }: StartDeps, generation: Generation, attempts: number): void {
  const { live, actor, request, endpoint, task } = generation;
  const { kind, id } = actor.credential;
  const metadata = {
    prompt: request.prompt,
    language: task.language.id,
    packages: task.packages.length,
    model: endpoint.model,
    provider: endpoint.provider,
    attempts,
    actor: { kind, id },
    source: actor.client.source,
  };
  database.transaction((db) => recordAudit(db, actor, { action: 'code.generate', resourceId: live.id, metadata }));
}
