import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { z } from 'zod';
import type { ExecuteStoredRequest } from '../../src-shared/contracts/vault.contract.ts';
import { AppError } from '../core/app-error.ts';
import { requireScope } from '../core/rights.ts';
import { answerTool, requestOf } from './agent-call.ts';
import type { AgentDeps } from './agent-services.ts';
import { followForAgent } from './follow-for-agent.ts';
import { runResult } from './run-result.ts';
import { RunOutput, RunScriptInput } from './run-schemas.ts';
import { createRunCanceller } from './run-tools.ts';

const noPassword =
  'This agent may not open stored scripts. Its user can allow it: set STRONGROOM_MASTER_PASSWORD where the agent starts ' +
  '"strongroom mcp", or send x-strongroom-master-password (base64) with the requests.';

/** The tool that runs stored scripts: their user has let the agent's program, not the model, have the password. */
export function addRunScript(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'run_script',
    {
      title: 'Run a stored script',
      description:
        'Decrypts a script of the vault in memory and runs it in a sandbox. Works only where the user has given this ' +
        "agent's program the master password; never ask for that password.",
      inputSchema: RunScriptInput,
      outputSchema: RunOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    (input, extra) =>
      answerTool(log, async () => {
        const request = requestOf(extra);
        requireScope(request.actor, 'vault');
        const { actor, connection, masterPassword } = request;
        if (masterPassword === undefined) throw new AppError('forbidden', noPassword);
        const run = { name: input.name, request: storedRequest(input, masterPassword), signal: connection };
        const events = await services.executeStored.executeStreaming(actor, run);
        return runResult(await followForAgent({ events, extra, cancel: createRunCanceller(services, request) }));
      }),
  );
}

function storedRequest(input: z.infer<typeof RunScriptInput>, masterPassword: string): ExecuteStoredRequest {
  const { name: _, ...options } = input;
  return { ...options, masterPassword };
}
