import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import { requireScope } from '../core/rights.ts';
import { type AgentRequest, answerTool, type Extra, requestOf } from './agent-call.ts';
import type { AgentDeps } from './agent-services.ts';
import { followForAgent } from './follow-for-agent.ts';
import { runResult } from './run-result.ts';
import { RunCodeInput, RunIdInput, RunOutput } from './run-schemas.ts';

/** The tools that run code and look after runs. */
export function addRunTools(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'run_code',
    {
      title: 'Run code in a sandbox',
      description:
        'Runs a program in a container of its own, used once: no network unless asked for and allowed, limits on time ' +
        'and memory, only /work and /tmp can be written. Answers its output and exit code; images that it leaves in its ' +
        'working directory come back as images, other files as resources.',
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
      title: 'Look at a run',
      description: 'The state and output of a run, of any client of this account that the key may see.',
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
      description: 'Ends a run of this account; answers when nothing of it is left.',
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

/** Without the actor's key, which is gone with a request that was given up. */
export function createRunCanceller({ liveRuns }: AgentDeps['services'], { actor }: AgentRequest): (id: string) => void {
  const { accountId } = actor;
  return (id) => liveRuns.find(accountId, id)?.cancellation.abort();
}

function asRequest(input: object): ExecuteRequest {
  return input as ExecuteRequest;
}
