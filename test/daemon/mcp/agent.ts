import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { TestUser } from '../../support/daemon/test-daemon.ts';

/** A real MCP client of one account, over HTTP. */
export async function connectAgent(url: string, user: Pick<TestUser, 'apiKey'>, options: AgentOptions = {}) {
  const { name = 'test-agent', headers = {} } = options;
  const client = new Client({ name, version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { 'x-api-key': user.apiKey, ...headers } },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return { client, transport };
}

interface AgentOptions {
  name?: string;
  headers?: Record<string, string>;
}

/** The first message of a client that uses no library. */
export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
