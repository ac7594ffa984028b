import type { McpServer } from '@modelcontextprotocol/server';
import type { createAgentServer } from '../../../../src-daemon/mcp/agent-server.ts';
import { agentCompleters } from '../../../../src-daemon/mcp/resources/completers.ts';
import { addCompletion } from '../../../../src-daemon/mcp/resources/completion.ts';
import type { McpSdk } from '../../../../src-daemon/mcp/sdk.ts';
import { addAskingTools } from './asking-fixtures.ts';
import { addContentTools, addReportingTools } from './content-fixtures.ts';
import { addInputRequired, stateCodec } from './input-required-fixtures.ts';
import { addTestPrompts, addTestResources } from './offer-fixtures.ts';

/**
 * Adds to the daemon's own MCP server what the conformance suite calls by the names of its example server. Transport,
 * sessions, logging, progress and completion are the daemon's.
 */
export function withFixtures(create: typeof createAgentServer): typeof createAgentServer {
  return (sdk, deps): McpServer => {
    const server = create(withStateCheck(sdk), deps);
    // The daemon registers its own tools with plain schemas (`listPlainSchemas`). The suite demands others.
    Reflect.deleteProperty(server, 'registerTool');
    addContentTools(server);
    addReportingTools(server);
    addAskingTools(server);
    addInputRequired(server);
    addTestResources(server, sdk);
    addTestPrompts(server);
    addCompletion(server, sdk, { ...agentCompleters(deps), test_prompt_with_arguments: { arg1: () => ['test1'] } });
    return server;
  };
}

/** The daemon's own tools return no state to clients, so its server checks none. */
function withStateCheck(sdk: McpSdk): McpSdk {
  class StateCheckingServer extends sdk.McpServer {
    constructor(...[info, options]: ConstructorParameters<McpSdk['McpServer']>) {
      super(info, { ...options, requestState: { verify: stateCodec.verify } });
    }
  }
  return { ...sdk, McpServer: StateCheckingServer };
}
