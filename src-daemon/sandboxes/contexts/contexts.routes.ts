import * as contract from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { EventStreamReply, StatusReply } from '../../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../../http/mount-endpoints.ts';
import type { ContextsService } from './contexts.service.ts';

const { createContext, listContexts, deleteContext, interruptContext, restartContext } = contract;
const { runCell, readCellEvents, completeCode, inspectCode } = contract;

export function mountSandboxContexts(host: EndpointHost, contexts: ContextsService): void {
  mountEndpoints(
    host,
    { createContext, listContexts, deleteContext, interruptContext, restartContext },
    {
      createContext: async ({ actor, params, body }) =>
        new StatusReply(201, await contexts.createContext(actor, params.id, body ?? {})),
      listContexts: ({ actor, params }) => ({ contexts: contexts.listContexts(actor, params.id) }),
      deleteContext: ({ actor, params }) => contexts.deleteContext(actor, params),
      interruptContext: ({ actor, params }) => contexts.interruptContext(actor, params),
      restartContext: ({ actor, params }) => contexts.restartContext(actor, params),
    },
  );
  mountEndpoints(
    host,
    { runCell, readCellEvents, completeCode, inspectCode },
    {
      runCell: ({ actor, params, body: request, signal, requestsStream }) =>
        requestsStream
          ? new EventStreamReply(contexts.streamCell(actor, params, { request, signal }))
          : contexts.runCell(actor, params, { request, signal }),
      readCellEvents: ({ actor, params, lastEventId, signal }) =>
        new EventStreamReply(contexts.followCell(actor, params, { lastEventId, signal })),
      completeCode: ({ actor, params, body, signal }) => contexts.completeCode(actor, params, { ...body, signal }),
      inspectCode: ({ actor, params, body, signal }) => contexts.inspectCode(actor, params, { ...body, signal }),
    },
  );
}
