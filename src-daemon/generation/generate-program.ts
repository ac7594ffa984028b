import type { ExecuteResponse } from '../../src-shared/contracts/executions.contract.ts';
import type {
  GenerateRequest,
  GenerateResponse,
  GenerationAttempt,
  GenerationEvent,
} from '../../src-shared/contracts/generation.contract.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../errors/app-error.ts';
import type { CurrentWork } from '../work/current-work.ts';
import type { Answer, AskModel } from './model/ask-model.ts';
import { type CodingTask, describeFailure, firstMessages, type Message, repairMessages } from './model/messages.ts';
import type { Endpoint } from './model/model-client.ts';
import type { Tokens } from './model/read-chunks.ts';

export interface Generation {
  work: Pick<CurrentWork, 'id' | 'cancellation' | 'fail' | 'end'> & { append(event: GenerationEvent): void };
  /** Actor with its own copy of the account key, because a generation can outlive the request that started it. */
  actor: Actor;
  request: GenerateRequest;
  endpoint: Endpoint;
  task: CodingTask;
}

/** Runs a program and appends the events of the run to the generation. */
export type RunProgram = (generation: Generation, code: string, attempt: number) => Promise<ExecuteResponse>;

interface GenerateDeps {
  askModel: AskModel;
  runProgram: RunProgram;
}

type StopReason = GenerateResponse['stopReason'];

interface Progress {
  attempts: GenerationAttempt[];
  tokens: Tokens[];
  messages: Message[];
  notices: string[];
  /** Error because of which the last program could not be run. */
  runError?: AppError;
}

/**
 * Asks the model for a program, runs it, and asks for repairs as often as the request allows.
 * @throws AppError if there is no program at all
 */
export async function generateProgram(deps: GenerateDeps, generation: Generation): Promise<GenerateResponse> {
  const { request, task } = generation;
  const progress: Progress = { attempts: [], tokens: [], messages: firstMessages(task), notices: [] };
  const rounds = request.execute === false ? 1 : 1 + (request.maxRepairs ?? 0);
  for (let attempt = 1; attempt <= rounds; attempt++) {
    const stopped = await makeAttempt(deps, generation, progress).catch((error: unknown) => {
      if (attempt === 1) throw error;
      return stopReasonOfRepair(error, progress);
    });
    if (stopped !== undefined) return responseOf(generation, progress, stopped);
  }
  return responseOf(generation, progress, 'failed');
}

/** Makes one attempt: a program and its run. Returns undefined if the program failed and can be repaired. */
async function makeAttempt(
  { askModel, runProgram }: GenerateDeps,
  generation: Generation,
  progress: Progress,
): Promise<StopReason | undefined> {
  const { work, request, endpoint, task } = generation;
  const attempt = progress.attempts.length + 1;
  work.append({ event: 'attempt', data: { attempt, model: endpoint.model } });
  const { code, tokens } = await ask(askModel, generation, progress.messages);
  progress.tokens.push(tokens);
  work.append({ event: 'generated', data: { attempt, code } });
  const isIdentical = progress.attempts.some((earlier) => earlier.code.trim() === code.trim());
  if (isIdentical || request.execute === false) {
    progress.attempts.push({ code });
    return isIdentical ? 'identical_code' : 'not_executed';
  }
  const execution = await runProgram(generation, code, attempt).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    progress.runError = error;
  });
  progress.attempts.push({ code, ...(execution && { execution }) });
  if (execution === undefined) return 'run_failed';
  if (execution.status === 'succeeded' || execution.status === 'cancelled') return execution.status;
  const output = describeFailure(execution);
  // Contains only the last program and its failure. Earlier programs could lead the model back to them.
  progress.messages = [...firstMessages(task), ...repairMessages(task.language.id, { code, output })];
  return undefined;
}

function ask(askModel: AskModel, { work, endpoint, task }: Generation, messages: Message[]): Promise<Answer> {
  return askModel({
    endpoint,
    messages,
    language: task.language.id,
    signal: work.cancellation.signal,
    onCode: (text) => work.append({ event: 'code', data: { text } }),
    onExplanation: (text) => work.append({ event: 'words', data: { text } }),
  });
}

/** Keeps the result of the earlier attempts when a repair fails: the error becomes a notice. */
function stopReasonOfRepair(error: unknown, { notices }: Progress): StopReason {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'generation_cancelled') return 'cancelled';
  notices.push(`The repair failed: ${error.message}`);
  return 'repair_failed';
}

function responseOf(
  { work, endpoint, task }: Generation,
  progress: Progress,
  stopReason: StopReason,
): GenerateResponse {
  const { attempts, tokens, notices, runError } = progress;
  const last = attempts.findLast(({ execution }) => execution !== undefined) ?? attempts.at(-1);
  return {
    id: work.id,
    code: last?.code ?? '',
    language: task.language.id,
    model: endpoint.model,
    provider: endpoint.provider,
    attempts,
    ...(last?.execution && { execution: last.execution }),
    usage: {
      promptTokens: sum(tokens.map(({ prompt }) => prompt)),
      completionTokens: sum(tokens.map(({ completion }) => completion)),
      totalTokens: sum(tokens.map(({ total }) => total)),
    },
    stopReason,
    ...(runError && { runError: { code: runError.code, message: runError.message } }),
    ...(notices.length > 0 && { notices }),
  };
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>((total, count) => (total === null || count === null ? null : total + count), 0);
}
