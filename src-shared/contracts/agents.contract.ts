import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const JsonRpcMessage = z
  .record(z.string(), z.unknown())
  .meta({ id: 'JsonRpcMessage', description: 'A message of the Model Context Protocol.' });

export const serveAgent = defineEndpoint({
  method: 'POST',
  path: '/mcp',
  tag: 'Agents',
  summary: 'Serve an agent (Model Context Protocol)',
  description:
    'MCP 2025-11-25 over streamable HTTP. `Accept` names both application/json and text/event-stream; the session that ' +
    '`initialize` begins is in `Mcp-Session-Id`, and belongs to the credential that began it.',
  access: 'credential',
  body: JsonRpcMessage,
  replies: { 200: JsonRpcMessage, 202: 'empty' },
  stream: { events: JsonRpcMessage },
  errors: ['session_not_found'],
});

export const endAgentSession = defineEndpoint({
  method: 'DELETE',
  path: '/mcp',
  tag: 'Agents',
  summary: "End an agent's session",
  description: 'What still runs for it is cancelled.',
  access: 'credential',
  replies: { 200: 'empty' },
  errors: ['session_not_found'],
});
