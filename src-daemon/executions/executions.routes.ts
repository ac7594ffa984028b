import { writeExecutionInput } from '../../src-shared/contracts/executions/execution-input.contract.ts';
import {
  deleteExecution,
  deleteExecutions,
  updateExecution,
} from '../../src-shared/contracts/executions/history.contract.ts';
import * as contract from '../../src-shared/contracts/executions.contract.ts';
import { EventStreamReply, FileReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints, refuseOtherMethods } from '../http/mount-endpoints.ts';
import type { ExecutionsService } from './executions.service.ts';

const { execute, listExecutions, readExecution, cancelExecution, readExecutionEvents, readExecutionFile } = contract;
const { readExecutionNetwork, decideConnection } = contract;

export function mountExecutions(host: EndpointHost, executions: ExecutionsService): void {
  mountEndpoints(
    host,
    { deleteExecutions },
    { deleteExecutions: ({ actor, body }) => executions.deleteMany(actor, body.ids) },
  );
  // Before `/executions/:id` is mounted, which would match this path with its own methods.
  refuseOtherMethods({ router: host.router, mounted: [deleteExecutions] });
  mountEndpoints(
    host,
    {
      ...{ execute, listExecutions, readExecution, cancelExecution, readExecutionEvents, readExecutionFile },
      ...{ readExecutionNetwork, decideConnection, writeExecutionInput },
      ...{ updateExecution, deleteExecution },
    },
    {
      execute: ({ actor, body, headers, signal, requestsStream }) => {
        const client = { signal, retryKey: headers['Idempotency-Key'] };
        return requestsStream
          ? new EventStreamReply(executions.executeStreaming(actor, body, client))
          : executions.execute(actor, body, client);
      },
      listExecutions: ({ actor, query }) => executions.list(actor, query),
      readExecution: ({ actor, params }) => executions.read(actor, params.id),
      updateExecution: ({ actor, params, body }) => executions.update(actor, params.id, body),
      deleteExecution: ({ actor, params }) => executions.delete(actor, params.id),
      cancelExecution: ({ actor, params }) => executions.cancel(actor, params.id),
      writeExecutionInput: ({ actor, params, query, body: chunks, signal }) =>
        executions.writeInput(actor, params.id, { chunks, isLast: query.end ?? false, signal }),
      readExecutionEvents: ({ actor, params, lastEventId, signal }) =>
        new EventStreamReply(executions.follow(actor, { id: params.id, lastEventId, signal })),
      readExecutionFile: async ({ actor, params }) =>
        new FileReply(await executions.readFile(actor, params.id, params.path.join('/'))),
      readExecutionNetwork: ({ actor, params }) => executions.readNetwork(actor, params.id),
      decideConnection: ({ actor, params, body }) => executions.decideConnection(actor, params.id, body),
    },
  );
}
