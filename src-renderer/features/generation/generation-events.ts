import {
  type GenerateRequest,
  GenerationEvent,
  generate,
  readGenerationEvents,
} from '../../../src-shared/contracts/generation.contract.ts';
import { type FollowOptions, followStream, type StreamKind, streamHeaders } from '../../client/follow-stream.ts';
import { send } from '../../client/send.ts';

const generationStream: StreamKind<GenerationEvent> = {
  parse: ({ event, data }) => GenerationEvent.parse({ event, data: JSON.parse(data) }),
  idOf: ({ event, data }) => (event === 'started' ? data.id : undefined),
  isLast: ({ event }) => event === 'finished' || event === 'error',
  resume: (id, headers, signal) => send(readGenerationEvents, { params: { id }, headers, signal }),
};

/**
 * Sends a request to the model and yields its events until the end. Resumes when the connection breaks.
 * @throws ApiError if the request is refused; `unreachable` if the stream could not be resumed within a minute
 */
export async function* startGeneration(
  request: GenerateRequest,
  following: FollowOptions,
): AsyncGenerator<GenerationEvent> {
  const { signal } = following;
  const response = await send(generate, { body: request, headers: streamHeaders, signal });
  yield* followStream(generationStream, { response }, following);
}
