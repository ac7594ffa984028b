import { randomBytes } from 'node:crypto';
import type {
  GenerateRequest,
  GenerateResponse,
  GenerationEvent,
} from '../../src-shared/contracts/generation.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { AccountMemory } from '../core/memory/ledger.ts';
import { mayRead, requireCancelRight, requireScope } from '../core/rights.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { unknownLanguage } from '../errors/repeated-errors.ts';
import { createCurrentWork, resumeGraceMs } from '../work/current-work.ts';
import { createCurrentWorks } from '../work/current-works.ts';
import type { SecretSelection } from '../work/secret-grants.ts';
import type { AskModel } from './model/ask-model.ts';
import type { CodingTask } from './model/messages.ts';
import type { ProvidersService } from './providers/providers.service.ts';
import { createRunProgram, executeRequestOf, type Runs } from './run-program.ts';
import { startGeneration } from './start-generation.ts';

const maxInProgress = 8;

interface GenerationDeps extends TaskDeps {
  database: Database;
  recordAudit: RecordAudit;
  providers: Pick<ProvidersService, 'open'>;
  askModel: AskModel;
  runs: Runs;
  memoryOf: (accountId: number) => AccountMemory;
  log: { error(fields: object, message: string): void };
}

export type GenerationService = ReturnType<typeof createGenerationService>;

/** Generates programs with a model, runs them like any code, and lets the model repair them if they fail. */
export function createGenerationService(deps: GenerationDeps) {
  const works = createCurrentWorks<ReturnType<typeof createCurrentWork<GenerationEvent>>>();
  const runProgram = createRunProgram(deps);

  return {
    /** Generates a program and resolves at the end. It is cancelled when `signal` aborts. */
    async generate(actor: Actor, request: GenerateRequest, signal: AbortSignal): Promise<GenerateResponse> {
      const { work, response } = start(actor, request);
      work.attach(signal, 0);
      return await response;
    },

    /** Generates a program and streams the events. It is cancelled a minute after the last client has left. */
    generateStreaming(actor: Actor, request: GenerateRequest, signal: AbortSignal): AsyncIterable<StreamEvent> {
      const { work } = start(actor, request);
      work.attach(signal, resumeGraceMs);
      return work.follow(0);
    },

    /** Streams the events after `lastEventId`. @throws AppError `generation_not_found` */
    follow(actor: Actor, { id, lastEventId, signal }: { id: string; lastEventId: number; signal: AbortSignal }) {
      const work = requireWork(actor, id);
      work.attach(signal, resumeGraceMs);
      return work.follow(lastEventId);
    },

    /** Cancels a generation and resolves when it has ended. @throws AppError `generation_not_found`, `generation_finished` */
    async cancel(actor: Actor, id: string): Promise<void> {
      const work = requireWork(actor, id);
      requireCancelRight(actor, work);
      if (work.hasEnded())
        throw new AppError('generation_finished', 'The generation cannot be cancelled, because it has ended already.');
      work.cancellation.abort();
      await work.ended;
    },

    cancelAccount: works.cancelAccount,

    /** Cancels all generations at once, because a model can take minutes to answer. */
    stop: () => works.drain(0),
  };

  function start(actor: Actor, request: GenerateRequest) {
    const { accountId, credential } = actor;
    const task = prepareTask(deps, actor, request);
    const memory = deps.memoryOf(accountId);
    if (works.countUnderWay(accountId) >= maxInProgress)
      throw new AppError('too_many_generations', `An account has at most ${maxInProgress} generations under way.`, {
        retryAfterSeconds: 10,
      });
    memory.require(sizeOf(request));
    const endpoint = deps.providers.open(actor, request);
    const id = `gen_${randomBytes(16).toString('base64url')}`;
    const work = createCurrentWork<GenerationEvent>({ id, accountId, credentialId: credential.id, memory });
    work.holding?.grow(sizeOf(request));
    works.add(work);
    work.append({ event: 'started', data: { id: work.id } });
    const own = { ...actor, accountKey: actor.accountKey.slice() };
    return { work, response: startGeneration({ ...deps, runProgram }, { work, actor: own, request, endpoint, task }) };
  }

  function requireWork(actor: Actor, id: string) {
    const work = works.find(actor.accountId, id);
    if (work === undefined || !mayRead(actor, work))
      throw new AppError(
        'generation_not_found',
        'There is no generation with this id, or it ended more than a minute ago.',
      );
    return work;
  }
}

/** Returns the size of a request that is in memory until its end, in characters. */
function sizeOf({ prompt, previous, files = [], stdin = '' }: GenerateRequest): number {
  const texts = [prompt, previous?.code ?? '', stdin, ...files.map(({ content }) => content)];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

interface TaskDeps {
  runs: Pick<Runs, 'check'>;
  /** Finds a language by its id or alias. */
  findLanguage: (name: string) => CodingTask['language'] | undefined;
  /** Returns the package list of a language, each entry as in an approval. */
  packageLabels: (accountId: number, language: string) => string[];
  /** Returns the names of the secrets that a request selects and its credential may use. @throws AppError */
  secretNames: (actor: Actor, selection: Pick<SecretSelection, 'secrets' | 'rules'>) => string[];
}

/**
 * Prepares the description of the program that a model should write. A request whose program could not be run is refused
 * before the model is asked.
 * @throws AppError `unknown_language`, `forbidden`, `unknown_secret`, and the errors of `runs.check`
 */
function prepareTask(deps: TaskDeps, actor: Actor, request: GenerateRequest): CodingTask {
  const { prompt, previous, network = 'none' } = request;
  const language = deps.findLanguage(request.language);
  if (language === undefined) throw unknownLanguage(request.language);
  const { id, name, version } = language;
  const listed = request.packages === false ? [] : deps.packageLabels(actor.accountId, id);
  const packages = [...listed, ...(request.withPackages ?? [])];
  const rules = typeof network === 'string' ? undefined : network.allow;
  const secretNames = deps.secretNames(actor, { secrets: request.secrets ?? [], rules });
  if (request.execute !== false) {
    requireScope(actor, 'execute');
    deps.runs.check(actor, executeRequestOf(request, id, ''));
  }
  return { prompt, language: { id, name, version }, packages, secretNames, network, previous };
}
