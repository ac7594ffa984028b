import { cancelGeneration, generate, readGenerationEvents } from '../../src-shared/contracts/generation.contract.ts';
import { EventStreamReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { GenerationService } from './generation.service.ts';

export function mountGeneration(host: EndpointHost, generation: GenerationService): void {
  mountEndpoints(
    host,
    { generate, cancelGeneration, readGenerationEvents },
    {
      generate: ({ actor, body, signal, requestsStream }) =>
        requestsStream
          ? new EventStreamReply(generation.generateStreaming(actor, body, signal))
          : generation.generate(actor, body, signal),
      cancelGeneration: ({ actor, params }) => generation.cancel(actor, params.id),
      readGenerationEvents: ({ actor, params, lastEventId, signal }) =>
        new EventStreamReply(generation.follow(actor, { id: params.id, lastEventId, signal })),
    },
  );
}
