import type { Operations } from './generated/api.ts';

/** Method and path of an operation: `GET /api/v1/health`. */
export type OperationName = keyof Operations;

/** Options of every call. */
export interface CallOptions {
  /** Ends the call; a run, a cell or a generation is cancelled. */
  signal?: AbortSignal | undefined;
  /** Time limit of the answer, or of the first bytes of a stream; 0: none. */
  timeoutMs?: number | undefined;
  /** Maximum number of repetitions of a refused call that is safe to repeat. */
  retries?: number | undefined;
}

/** The parts of an operation's request: `params`, `query`, `headers` and `body`, as far as it has them. */
export type CallInput<Name extends OperationName> = Omit<Operations[Name], 'reply' | 'events'> & CallOptions;

/** The input of a call, which can be left out if the operation requires nothing. */
export type CallArguments<Name extends OperationName> =
  Record<string, never> extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

/** Body of a successful answer. */
export type ReplyOf<Name extends OperationName> = Operations[Name] extends { reply: infer Reply } ? Reply : undefined;

/** An event of a stream with its number. The last event is `finished`; a stream that fails throws a `StrongroomError`. */
export type EventOf<Name extends OperationName> = Operations[Name] extends { events: infer Event }
  ? Numbered<Exclude<Event, { event: 'error' }>>
  : never;

type Numbered<Event> = Event extends unknown ? Event & { id: number } : never;

/** Body of the request of an operation. */
export type BodyOf<Name extends OperationName> = Operations[Name] extends { body?: infer Body } ? Body : never;

/** Query of the request of an operation. */
export type QueryOf<Name extends OperationName> = Operations[Name] extends { query?: infer Query } ? Query : never;

/** Calls one operation and returns the body of its answer. */
export type Request = <Name extends OperationName>(name: Name, ...input: CallArguments<Name>) => Promise<ReplyOf<Name>>;
