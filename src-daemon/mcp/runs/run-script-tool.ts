import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { ExecuteStoredRequest } from '../../../src-shared/contracts/vault.contract.ts';
import { requireScope } from '../../core/rights.ts';
import { AppError } from '../../errors/app-error.ts';
import { answerTool, requestOf } from '../agent-call.ts';
import type { AgentDeps } from '../agent-services.ts';
import { nameCluster } from '../content/name-cluster.ts';
import { currentRunsOf, followForAgent } from './follow-for-agent.ts';
import { RunOutput, RunScriptInput } from './run-schemas.ts';
import { resultWithNetwork } from './run-tools.ts';

const noPassword =
  'This agent is not allowed to open stored scripts. To allow it, its user sets STRONGROOM_MASTER_PASSWORD in the ' +
  'environment of "strongroom mcp", or sends x-strongroom-master-password (base64) with the requests.';

/** Adds the tool that runs stored scripts. The user gives the password to the agent's program, not to the model. */
export function addRunScript(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'run_script',
    {
      title: 'Run a stored script',
      description: nameCluster(
        'Decrypts a stored script in memory and runs it in a sandbox. Works only if the user has given the master password ' +
          "to this agent's program; never ask for that password.",
        services.location(),
      ),
      inputSchema: RunScriptInput,
      outputSchema: RunOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    (input, call) =>
      answerTool(log, async () => {
        const request = requestOf(call);
        requireScope(request.actor, 'vault');
        const { actor, connection, masterPassword } = request;
        if (masterPassword === undefined) throw new AppError('forbidden', noPassword);
        const run = { name: input.name, request: storedRequest(input, masterPassword), signal: connection };
        const events = await services.executeStored.executeStreaming(actor, run);
        const finished = await followForAgent({ events, call, findCurrent: currentRunsOf(services, request) });
        return resultWithNetwork(services, actor, finished);
      }),
  );
}

function storedRequest(input: z.infer<typeof RunScriptInput>, masterPassword: string): ExecuteStoredRequest {
  const { name: _, ...options } = input;
  return { ...options, masterPassword };
}
