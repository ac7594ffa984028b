import * as contract from '../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { EventStreamReply, StatusReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { SandboxesService } from './sandboxes.service.ts';

const { createSandbox, listSandboxes, readSandbox, extendSandbox, deleteSandbox, pauseSandbox, resumeSandbox } =
  contract;

export function mountSandboxLife(host: EndpointHost, sandboxes: SandboxesService): void {
  mountEndpoints(
    host,
    { createSandbox, listSandboxes, readSandbox, extendSandbox, deleteSandbox, pauseSandbox, resumeSandbox },
    {
      createSandbox: async ({ actor, body, signal, requestsStream }) => {
        const opening = { request: body ?? {}, signal };
        return requestsStream
          ? new EventStreamReply(sandboxes.createStreaming(actor, opening))
          : new StatusReply(201, await sandboxes.create(actor, opening));
      },
      listSandboxes: ({ actor }) => ({ sandboxes: sandboxes.list(actor) }),
      readSandbox: ({ actor, params }) => sandboxes.read(actor, params.id),
      extendSandbox: ({ actor, params, body }) => sandboxes.extend(actor, params.id, body),
      deleteSandbox: ({ actor, params }) => sandboxes.remove(actor, params.id),
      pauseSandbox: ({ actor, params }) => sandboxes.pause(actor, params.id),
      resumeSandbox: ({ actor, params }) => sandboxes.resume(actor, params.id),
    },
  );
}
