import type { GetPromptResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { asAppError } from '../../errors/app-error.ts';
import { type AgentRequest, requestOf } from '../agent-call.ts';
import type { AgentDeps } from '../agent-services.ts';
import type { McpSdk } from '../sdk.ts';
import { explainFailure, explainRun } from './explain-failure.ts';
import { runScript, runStoredScript } from './run-script.ts';

/** Adds the prompts that a person selects in the agent's program. */
export function addPrompts(server: McpServer, sdk: McpSdk, { services }: AgentDeps): void {
  const answer = createAnswer(sdk);
  server.registerPrompt(
    runScript,
    {
      title: 'Run a stored script',
      description: 'Runs a stored script and explains its result.',
      argsSchema: z.object({
        script: z.string().max(128).describe('Name of the script.'),
        secret: z.string().max(128).optional().describe('Name of a secret that the script needs.'),
        input: z.string().max(10_000).optional().describe('Standard input of the script.'),
      }),
    },
    (args, call) => answer(call, (request) => runStoredScript(services, request, args)),
  );
  server.registerPrompt(
    explainFailure,
    {
      title: 'Explain a failed run',
      description: 'Explains why a run failed, and how to correct it.',
      argsSchema: z.object({
        run: z.string().max(128).optional().describe('Id of the run; the last failed run if absent.'),
      }),
    },
    ({ run }, call) => answer(call, (request) => explainRun(services, request, run)),
  );
}

/** Creates a function that answers a prompt. Errors become errors of the protocol, as prompts have no others. */
function createAnswer({ ProtocolError, ProtocolErrorCode }: McpSdk) {
  return async (
    call: ServerContext,
    work: (request: AgentRequest) => GetPromptResult | Promise<GetPromptResult>,
  ): Promise<GetPromptResult> => {
    try {
      return await work(requestOf(call));
    } catch (thrown) {
      const { code, message, status } = asAppError(thrown);
      const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
      throw new ProtocolError(kind, `${code}: ${message}`);
    }
  };
}
