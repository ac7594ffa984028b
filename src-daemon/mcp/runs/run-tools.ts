import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import { withTextOutput } from '../../../src-shared/formats/text-output.ts';
import type { Actor } from '../../core/actor.ts';
import { requireScope } from '../../core/rights.ts';
import { answerTool, requestOf } from '../agent-call.ts';
import type { AgentDeps } from '../agent-services.ts';
import { nameCluster } from '../content/name-cluster.ts';
import { networkOutput } from '../network/network-result.ts';
import { readReport } from '../network/read-network.ts';
import { currentRunsOf, followForAgent } from './follow-for-agent.ts';
import { runResult } from './run-result.ts';
import { RunCodeInput, RunIdInput, RunOutput } from './run-schemas.ts';

/** Adds the tools that run code, read runs and cancel runs. */
export function addRunTools(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'run_code',
    {
      title: 'Run code in a sandbox',
      description: nameCluster(
        'Runs a program in its own container, which is used once: no network except the hosts in network, limits on ' +
          'time and memory, only /work and /tmp are writable. Returns the output and the exit code. Images in the working ' +
          'directory are returned as images, small text files as text, other files and the rest of long output as links to ' +
          'resources. Blocked connections are named, with the rule that would allow each.',
        services.location(),
      ),
      inputSchema: RunCodeInput,
      outputSchema: RunOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    (input, call) =>
      answerTool(log, async () => {
        const request = requestOf(call);
        requireScope(request.actor, 'execute');
        const events = services.executions.executeStreaming(request.actor, asRequest(input), {
          signal: request.connection,
        });
        const finished = await followForAgent({ events, call, findCurrent: currentRunsOf(services, request) });
        return resultWithNetwork(services, request.actor, finished);
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
    ({ id }, call) =>
      answerTool(log, async () => {
        const { actor } = requestOf(call);
        requireScope(actor, 'execute');
        return resultWithNetwork(services, actor, services.executions.read(actor, id));
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
    ({ id }, call) =>
      answerTool(log, async () => {
        const { actor } = requestOf(call);
        requireScope(actor, 'execute');
        return resultWithNetwork(services, actor, await services.executions.cancel(actor, id));
      }),
  );
}

/** Returns a run with its connections as the answer of a tool. */
export async function resultWithNetwork(
  { executions }: AgentDeps['services'],
  actor: Actor,
  run: Parameters<typeof runResult>[0],
): Promise<CallToolResult> {
  const report = await readReport(() => executions.readNetwork(actor, run.id));
  return runResult(withTextOutput(run), networkOutput(report));
}

function asRequest(input: object): ExecuteRequest {
  return input as ExecuteRequest;
}
