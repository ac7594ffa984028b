import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import { requireScope } from '../core/rights.ts';
import { type AgentRequest, answerTool, type Extra, requestOf } from './agent-call.ts';
import type { AgentDeps } from './agent-services.ts';
import { followForAgent } from './follow-for-agent.ts';
import { runResult } from './run-result.ts';
import { RunCodeInput, RunIdInput, RunOutput } from './run-schemas.ts';

/** Adds the tools that run code, read runs and cancel runs. */
export function addRunTools(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'run_code',
    {
      title: 'Run code in a sandbox',
      description:
        'Runs a program in its own container, which is used once: no network unless requested and allowed, limits on time ' +
        'and memory, only /work and /tmp are writable. Returns the output and the exit code. Images in the working ' +
        'directory are returned as images, other files as resources.',
      inputSchema: RunCodeInput,
      outputSchema: RunOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    (input, extra) =>
      answerTool(log, async () => {
        const request = requestOf(extra);
        requireScope(request.actor, 'execute');
        const events = services.executions.executeStreaming(request.actor, asRequest(input), request.connection);
        return runResult(await followForAgent({ events, extra, cancel: createRunCanceller(services, request) }));
      }),
  );
  server.registerTool(
    'get_run',
    {
      title: 'Read a run',
      description:
        'Returns the state and output of a run of this account that the key is allowed to see, started by any client.',
      inputSchema: RunIdInput,
      outputSchema: RunOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id }, extra) =>
      answerTool(log, async () => {
        const { actor } = requestOf(extra);
        requireScope(actor, 'execute');
        return runResult(services.executions.read(actor, id));
      }),
  );
  server.registerTool(
    'cancel_run',
    {
      title: 'Cancel a run',
      description: 'Cancels a run of this account and returns when it has ended.',
      inputSchema: RunIdInput,
      outputSchema: RunOutput,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id }, extra: Extra) =>
      answerTool(log, async () => {
        const { actor } = requestOf(extra);
        requireScope(actor, 'execute');
        return runResult(await services.executions.cancel(actor, id));
      }),
  );
}

/** Cancels runs without the actor's key, which no longer exists after the client has closed its request. */
export function createRunCanceller({ liveRuns }: AgentDeps['services'], { actor }: AgentRequest): (id: string) => void {
  const { accountId } = actor;
  return (id) => liveRuns.find(accountId, id)?.cancellation.abort();
}

function asRequest(input: object): ExecuteRequest {
  return input as ExecuteRequest;
}
