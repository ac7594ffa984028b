import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import {
  cancelGeneration,
  type GenerateRequest,
  GenerationEvent,
  generate,
  readGenerationEvents,
} from '../../../src-shared/contracts/generation.contract.ts';
import type { ErrorBody } from '../../../src-shared/error-body.ts';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { type FollowOptions, followStream, type StreamKind, streamHeaders } from '../../client/follow-stream.ts';
import { send } from '../../client/send.ts';
import { defineSessionStore, sessionQueries } from '../../client/session/session-scope.ts';
import { applyEvent, emptyAnswer, type PartialAnswer } from './partial-answer.ts';
import { canRepair, type FailedProgram, failureText, hasUnsavedRounds, isOwn, ownRound, type Round } from './rounds.ts';

const generationStream: StreamKind<GenerationEvent> = {
  parse: ({ event, data }) => GenerationEvent.parse({ event, data: JSON.parse(data) }),
  idOf: ({ event, data }) => (event === 'started' ? data.id : undefined),
  isLast: ({ event }) => event === 'finished' || event === 'error',
  resume: (id, headers, signal) => send(readGenerationEvents, { params: { id }, headers, signal }),
};

interface Ask {
  prompt: string;
  language: string;
  /** Empty: the default provider. */
  provider: string;
  /** Empty: the default model of the provider. */
  model: string;
}

interface GenerationState {
  ask: Ask;
  /** The request of the current rounds. */
  asked: Ask | undefined;
  partialAnswer: PartialAnswer | undefined;
  rounds: readonly Round[];
  /** The number of the round that is shown. */
  shown: number;
  error: ApiError | undefined;
  /** True if the model returned the same code again. */
  isSameAnswer: boolean;
  /** A program to repair that waits for the user's consent to replace the rounds. */
  offered: FailedProgram | undefined;
  edit(change: Partial<Ask>): void;
  /** Sends a new request; the current rounds are removed. */
  generate(options: RunOptions): Promise<void>;
  /** Makes a program the first round, after a question if that would lose code. Nothing is sent. */
  offer(program: FailedProgram): void;
  /** The answer to the question: replaces the rounds with the offered program, or forgets it. */
  settleOffer(replaces: boolean): void;
  /** Sends the newest code and its failure to the model. */
  repair(options: RunOptions): Promise<void>;
  cancel(): Promise<void>;
  show(number: number): void;
  change(number: number, patch: Partial<Pick<Round, 'code' | 'approval' | 'outcome'>>): void;
}

/** The request about a program that no model wrote, until the user says more. */
export const repairPrompt = 'Repair this program, so that it does what its code and comments say.';

export const emptyAsk: Ask = { prompt: '', language: 'python', provider: '', model: '' };

/** The request to a model and its answers. They outlive a change of the screen. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the rounds of a window and the few steps that change them
export const useGeneration = defineSessionStore<GenerationState>((set, get) => {
  let following = new AbortController();
  const patchAnswer = (patch: Partial<PartialAnswer>) =>
    set(({ partialAnswer }) => (partialAnswer ? { partialAnswer: { ...partialAnswer, ...patch } } : {}));

  async function follow(request: GenerateRequest, number: number): Promise<void> {
    following.abort();
    following = new AbortController();
    const { signal } = following;
    set({ partialAnswer: emptyAnswer(number), error: undefined, isSameAnswer: false });
    try {
      const onConnection = (connected: boolean) => patchAnswer({ connected });
      for await (const event of startGeneration(request, { signal, onConnection }))
        if (!signal.aborted) applyToState(event);
    } catch (error) {
      if (!signal.aborted) set({ error: asApiError(error) });
    }
    if (!signal.aborted) set({ partialAnswer: undefined });
    void sessionQueries().invalidateQueries({ queryKey: ['audit'] });
  }

  function applyToState(event: GenerationEvent): void {
    // The user cancelled before the daemon sent the id.
    if (event.event === 'started' && get().partialAnswer?.phase === 'cancelling') void sendCancellation(event.data.id);
    set(({ partialAnswer }) => (partialAnswer ? { partialAnswer: applyEvent(partialAnswer, event) } : {}));
    if (event.event === 'finished' && event.data.stopReason !== 'cancelled')
      set((state) => newRound(state, event.data.code));
    if (event.event === 'error' && event.data.error.code !== 'generation_cancelled') fail(event.data.error);
  }

  /** The stream reports the end. A request that has already ended cannot be cancelled. */
  async function sendCancellation(id: string): Promise<void> {
    await call(cancelGeneration, { params: { id } }).catch((error: unknown) => {
      if (asApiError(error).code !== 'generation_finished') patchAnswer({ phase: 'asking' });
    });
  }

  function fail({ code, message, requestId }: ErrorBody['error']): void {
    set({ error: new ApiError(code, message, { requestId }) });
  }

  function begin(program: FailedProgram): void {
    program.takeOptions();
    set(({ ask }) => withOwnRound(ask, program));
  }

  return {
    ask: emptyAsk,
    asked: undefined,
    partialAnswer: undefined,
    rounds: [],
    shown: 0,
    error: undefined,
    isSameAnswer: false,
    offered: undefined,
    edit: (patch) => set(({ ask }) => ({ ask: { ...ask, ...patch } })),
    generate: async (options) => {
      const { ask, partialAnswer } = get();
      if (partialAnswer !== undefined || ask.prompt.trim() === '') return;
      set({ asked: ask, rounds: [], shown: 0 });
      await follow(requestOf(ask, options), 1);
    },
    offer: (program) => {
      const { partialAnswer, rounds } = get();
      if (partialAnswer !== undefined || hasUnsavedRounds(rounds)) set({ offered: program });
      else begin(program);
    },
    settleOffer: (replaces) => {
      const { offered } = get();
      set({ offered: undefined });
      if (!replaces || offered === undefined) return;
      following.abort();
      set({ partialAnswer: undefined });
      begin(offered);
    },
    repair: async (options) => {
      const { ask, partialAnswer, rounds } = get();
      const newest = rounds.at(-1);
      if (partialAnswer !== undefined || newest?.outcome === undefined || !canRepair(rounds)) return;
      // The user may have said more about a program that no model has seen yet.
      if (isOwn(newest) && ask.prompt.trim() !== '')
        set(({ asked = ask }) => ({ asked: { ...ask, language: asked.language } }));
      const { asked } = get();
      if (asked === undefined) return;
      const previous = { code: newest.code, output: failureText(newest.outcome) };
      await follow({ ...requestOf(asked, options), previous }, newest.number + 1);
    },
    cancel: async () => {
      const { partialAnswer } = get();
      if (partialAnswer === undefined || partialAnswer.phase === 'cancelling') return;
      patchAnswer({ phase: 'cancelling' });
      if (partialAnswer.id !== undefined) await sendCancellation(partialAnswer.id);
    },
    show: (shown) => set({ shown }),
    change: (number, patch) =>
      set(({ rounds }) => ({
        rounds: rounds.map((round) => (round.number === number ? { ...round, ...patch } : round)),
      })),
  };
});

function withOwnRound(before: Ask, program: FailedProgram): Partial<GenerationState> {
  const ask = { ...before, prompt: repairPrompt, language: program.language };
  return { ask, asked: ask, rounds: [ownRound(program)], shown: 1, error: undefined, isSameAnswer: false };
}

function newRound({ rounds, partialAnswer }: GenerationState, code: string): Partial<GenerationState> {
  if (partialAnswer === undefined) return {};
  if (rounds.at(-1)?.code === code) return { isSameAnswer: true };
  const { number, model, explanation } = partialAnswer;
  const round: Round = { number, model, explanation, answered: code, code, approval: undefined, outcome: undefined };
  return { rounds: [...rounds, round], shown: number };
}

/** `execute` is false: the daemon only queries the model, and the code runs after the user's approval. */
function requestOf({ prompt, language, provider, model }: Ask, options: RunOptions): GenerateRequest {
  return {
    ...options,
    prompt,
    language,
    execute: false,
    ...(provider !== '' && { provider }),
    ...(model !== '' && { model }),
  };
}

/**
 * Sends a request to the model and yields its events until the end. Resumes when the connection breaks.
 * @throws ApiError if the request is refused; `unreachable` if the stream could not be resumed within a minute
 */
async function* startGeneration(request: GenerateRequest, following: FollowOptions): AsyncGenerator<GenerationEvent> {
  const { signal } = following;
  const response = await send(generate, { body: request, headers: streamHeaders, signal });
  yield* followStream(generationStream, { response }, following);
}
