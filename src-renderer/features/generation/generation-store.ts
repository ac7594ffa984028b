import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import {
  cancelGeneration,
  type GenerateRequest,
  type GenerationEvent,
} from '../../../src-shared/contracts/generation.contract.ts';
import type { ErrorBody } from '../../../src-shared/error-body.ts';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { defineSessionStore, sessionQueries } from '../../client/session/session-scope.ts';
import { type Arriving, arrivedWith, nothingYet } from './arriving.ts';
import { startGeneration } from './generation-events.ts';
import { canRepair, failureText, type Round } from './rounds.ts';

interface Ask {
  prompt: string;
  language: string;
  /** Empty: the default one. */
  provider: string;
  /** Empty: the provider's own. */
  model: string;
}

interface GenerationState {
  ask: Ask;
  /** What was asked for when the rounds began. */
  asked: Ask | undefined;
  arriving: Arriving | undefined;
  rounds: readonly Round[];
  /** The number of the round that is shown. */
  shown: number;
  error: ApiError | undefined;
  /** The model had no other answer. */
  gaveTheSame: boolean;
  edit(change: Partial<Ask>): void;
  /** Asks anew; the rounds so far are gone. */
  generate(options: RunOptions): Promise<void>;
  /** Hands the newest code and how it failed back to the model. */
  repair(options: RunOptions): Promise<void>;
  cancel(): Promise<void>;
  show(number: number): void;
  change(number: number, patch: Partial<Pick<Round, 'code' | 'approval' | 'outcome'>>): void;
}

export const emptyAsk: Ask = { prompt: '', language: 'python', provider: '', model: '' };
/** What is asked of a model and its answers so far; they outlive a change of the screen. */
export const useGeneration = defineSessionStore<GenerationState>((set, get) => {
  let following = new AbortController();
  const arrive = (patch: Partial<Arriving>) =>
    set(({ arriving }) => (arriving ? { arriving: { ...arriving, ...patch } } : {}));

  async function follow(request: GenerateRequest, number: number): Promise<void> {
    following.abort();
    following = new AbortController();
    const { signal } = following;
    set({ arriving: nothingYet(number), error: undefined, gaveTheSame: false });
    try {
      const onConnection = (connected: boolean) => arrive({ connected });
      for await (const event of startGeneration(request, { signal, onConnection })) if (!signal.aborted) take(event);
    } catch (error) {
      if (!signal.aborted) set({ error: asApiError(error) });
    }
    if (!signal.aborted) set({ arriving: undefined });
    void sessionQueries().invalidateQueries({ queryKey: ['audit'] });
  }

  function take(event: GenerationEvent): void {
    set(({ arriving }) => (arriving ? { arriving: arrivedWith(arriving, event) } : {}));
    if (event.event === 'finished' && event.data.stopReason !== 'cancelled')
      set((state) => newRound(state, event.data.code));
    if (event.event === 'error' && event.data.error.code !== 'generation_cancelled') fail(event.data.error);
  }

  function fail({ code, message, requestId }: ErrorBody['error']): void {
    set({ error: new ApiError(code, message, { requestId }) });
  }

  return {
    ask: emptyAsk,
    asked: undefined,
    arriving: undefined,
    rounds: [],
    shown: 0,
    error: undefined,
    gaveTheSame: false,
    edit: (patch) => set(({ ask }) => ({ ask: { ...ask, ...patch } })),
    generate: async (options) => {
      const { ask, arriving } = get();
      if (arriving !== undefined || ask.prompt.trim() === '') return;
      set({ asked: ask, rounds: [], shown: 0 });
      await follow(requestOf(ask, options), 1);
    },
    repair: async (options) => {
      const { asked, arriving, rounds } = get();
      const newest = rounds.at(-1);
      if (asked === undefined || arriving !== undefined || newest?.outcome === undefined || !canRepair(rounds)) return;
      const previous = { code: newest.code, output: failureText(newest.outcome) };
      await follow({ ...requestOf(asked, options), previous }, newest.number + 1);
    },
    cancel: async () => {
      const { arriving } = get();
      if (arriving?.id === undefined || arriving.phase === 'cancelling') return;
      arrive({ phase: 'cancelling' });
      // The stream tells the end; what ended meanwhile has nothing to cancel.
      await call(cancelGeneration, { params: { id: arriving.id } }).catch((error: unknown) => {
        if (asApiError(error).code !== 'generation_finished') arrive({ phase: 'asking' });
      });
    },
    show: (shown) => set({ shown }),
    change: (number, patch) =>
      set(({ rounds }) => ({
        rounds: rounds.map((round) => (round.number === number ? { ...round, ...patch } : round)),
      })),
  };
});

function newRound({ rounds, arriving }: GenerationState, code: string): Partial<GenerationState> {
  if (arriving === undefined) return {};
  if (rounds.at(-1)?.code === code) return { gaveTheSame: true };
  const { number, model, words } = arriving;
  const round: Round = { number, model, words, answered: code, code, approval: undefined, outcome: undefined };
  return { rounds: [...rounds, round], shown: number };
}

/** The interface never runs what nobody has read: the daemon only asks the model. */
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
