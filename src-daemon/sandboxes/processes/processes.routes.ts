import * as contract from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { EventStreamReply, StatusReply } from '../../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../../http/mount-endpoints.ts';
import type { ProcessesService } from './processes.service.ts';

const { runProcess, listProcesses, readProcess, readProcessEvents, writeProcessInput, signalProcess, waitForProcess } =
  contract;

export function mountSandboxProcesses(host: EndpointHost, processes: ProcessesService): void {
  mountEndpoints(
    host,
    { runProcess, listProcesses, readProcess, readProcessEvents, writeProcessInput, signalProcess, waitForProcess },
    {
      runProcess: async ({ actor, params, body: request, signal, requestsStream }) => {
        if (request.background) return new StatusReply(201, await processes.startProcess(actor, params.id, request));
        if (!requestsStream) return processes.runProcess(actor, params.id, { request, signal });
        return new EventStreamReply(await processes.streamProcess(actor, params.id, { request, signal }));
      },
      listProcesses: ({ actor, params }) => ({ processes: processes.listProcesses(actor, params.id) }),
      readProcess: ({ actor, params }) => processes.readProcess(actor, params),
      readProcessEvents: ({ actor, params, lastEventId, signal }) =>
        new EventStreamReply(processes.followProcess(actor, params, { lastEventId, signal })),
      writeProcessInput: ({ actor, params, body: input, signal }) =>
        processes.writeProcess(actor, params, { input, signal }),
      signalProcess: ({ actor, params, body }) => processes.signalProcess(actor, params, body),
      waitForProcess: ({ actor, params, body, signal }) =>
        processes.waitForProcess(actor, params, { timeoutMs: body?.timeoutMs, signal }),
    },
  );
}
