import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { AgentDeps } from './agent-services.ts';
import { addListTools } from './list-tools.ts';
import { addResources } from './resources.ts';
import { addRunScript } from './run-script-tool.ts';
import { addRunTools } from './run-tools.ts';
import { addSandboxFiles } from './sandboxes/file-tools.ts';
import { addSandboxTools } from './sandboxes/sandbox-tools.ts';
import type { McpSdk } from './sdk.ts';

const instructions =
  'Strongroom runs code in hardened single-use containers on this machine. Use run_code for anything that should not ' +
  'touch the machine itself. Nothing is kept between runs: give each run all it needs. For work in several steps use ' +
  'create_sandbox, which keeps variables and files until close_sandbox. Secrets are given by name, and ' +
  'network access by host.';

/** Creates the MCP server of one agent session. It uses the same services as the HTTP API, under the agent's name. */
export function createAgentServer(sdk: McpSdk, deps: AgentDeps): McpServer {
  const info = { name: 'strongroom', title: 'Strongroom', version: deps.version };
  const server = new sdk.McpServer(info, { instructions });
  addRunTools(server, deps);
  addRunScript(server, deps);
  addSandboxTools(server, deps);
  addSandboxFiles(server, deps);
  addListTools(server, deps);
  addResources(server, sdk, deps);
  return server;
}
