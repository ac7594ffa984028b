import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const JsonRpcMessage = z.record(z.string(), z.unknown()).meta({
  id: 'JsonRpcMessage',
  description: 'A message of the Model Context Protocol.',
  examples: [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'example', version: '1.0.0' } },
    },
  ],
});

const JsonRpcError = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]).optional(),
    error: z.looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  })
  .meta({ id: 'JsonRpcError', description: 'An error of the Model Context Protocol (JSON-RPC 2.0).' });

export const serveAgent = defineEndpoint({
  method: 'POST',
  path: '/mcp',
  tag: 'Agents',
  summary: 'Serve an agent (Model Context Protocol)',
  description:
    'MCP over streamable HTTP. `Accept` must name both application/json and text/event-stream, or accept everything. In revision 2026-07-28 each ' +
    'message stands alone, and closing its request cancels it. In 2025-11-25 and older revisions, `initialize` ' +
    'starts a session and returns its id in `Mcp-Session-Id`; the session belongs to the credential that started it.',
  access: 'credential',
  body: JsonRpcMessage,
  replies: { 200: JsonRpcMessage, 202: 'empty' },
  stream: { events: JsonRpcMessage, mixed: true },
  errors: ['session_not_found'],
  protocolErrors: {
    statuses: [400, 406],
    schema: JsonRpcError,
    description: 'An error of the protocol: `Accept` does not allow both media types, or the message is not valid.',
  },
});

export const endAgentSession = defineEndpoint({
  method: 'DELETE',
  path: '/mcp',
  tag: 'Agents',
  summary: "End an agent's session",
  description: 'Cancels the runs that the session started.',
  access: 'credential',
  replies: { 200: 'empty' },
  errors: ['session_not_found'],
});
