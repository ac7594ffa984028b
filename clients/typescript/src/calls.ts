import type { Connection } from './connection-options.ts';
import { followStream, readStream, type Started, type StreamKind } from './follow-stream.ts';
import type { CallArguments, CallInput, CallOptions, EventOf, OperationName, ReplyOf } from './operations.ts';
import type { ReceivedEvent } from './server-sent-events.ts';
import { StrongroomError } from './strongroom-error.ts';
import { type Sending, send } from './transport.ts';

export type Calls = ReturnType<typeof createCalls>;

/** The calls of which all parts of the client are made: of one operation, or of the work that an operation starts. */
export function createCalls(connection: Connection) {
  return {
    request: <Name extends OperationName>(name: Name, ...[input]: CallArguments<Name>): Promise<ReplyOf<Name>> =>
      send(connection, sendingOf(name, input), (response) => readJson<ReplyOf<Name>>(response)),

    /** Returns the bytes of an answer. */
    download: <Name extends OperationName>(name: Name, ...[input]: CallArguments<Name>): Promise<Uint8Array> =>
      send(connection, { ...sendingOf(name, input), accept: '*/*' }, async (response) => {
        return new Uint8Array(await response.arrayBuffer());
      }),

    /** Yields the events of a stream that has no end of its own. */
    events: <Name extends OperationName>(name: Name, ...[input]: CallArguments<Name>) =>
      readStream<EventOf<Name> & ReceivedEvent>(connection, sendingOf(name, input)),

    /** Yields the events of the work that an operation starts. */
    follow: <Name extends OperationName>(name: Name, input: CallInput<Name>, work: Work) =>
      followStream<EventOf<Name> & ReceivedEvent>(connection, {
        ...work,
        start: sendingOf(name, input),
      }),
  };
}

type Work = Omit<StreamKind, 'start'>;

/** The work of a run, whose id the event `started` has. */
export const executionWork: Work = {
  resume: ({ id = '' }: Started) => ({ name: 'GET /api/v1/executions/{id}/events', params: { id } }),
  cancel: ({ id = '' }: Started) => ({ name: 'POST /api/v1/executions/{id}/cancel', params: { id } }),
};

/** Adds no limit to a call that lasts as long as a program, unless the caller sets one. */
export function withoutTimeLimit(options: CallOptions): CallOptions {
  return { timeoutMs: 0, ...options };
}

/** Returns the result of work: the data of its last event. */
export async function resultOf<Event extends ReceivedEvent>(
  events: AsyncIterable<Event>,
): Promise<Extract<Event, { event: 'finished' }>['data']> {
  for await (const event of events) if (event.event === 'finished') return event.data as never;
  throw new StrongroomError('unexpected_answer', 'The event stream ended without a result.');
}

function sendingOf<Name extends OperationName>(name: Name, input: CallInput<Name> | undefined): Sending {
  return { ...(input as Omit<Sending, 'name'> | undefined), name };
}

async function readJson<Reply>(response: Response): Promise<Reply> {
  const text = await response.text();
  if (text === '') return undefined as Reply;
  try {
    return JSON.parse(text) as Reply;
  } catch {
    throw new StrongroomError('unexpected_answer', 'The answer is not JSON. Check the address of the daemon.');
  }
}
