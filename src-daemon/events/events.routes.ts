import * as contract from '../../src-shared/contracts/events.contract.ts';
import { EventStreamReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { EventsService } from './events.service.ts';

const { watchSession, readEvents } = contract;

export function mountEvents(host: EndpointHost, events: EventsService): void {
  mountEndpoints(
    host,
    { watchSession, readEvents },
    {
      watchSession: ({ actor }) => events.watch(actor),
      readEvents: ({ actor, query, signal }) =>
        new EventStreamReply(events.follow(actor, { watchIds: query.watch ?? [], signal }), { endsItself: true }),
    },
  );
}
