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
    'MCP 2025-11-25 over streamable HTTP. `Accept` must name both application/json and text/event-stream. `initialize` ' +
    'starts a session and returns its id in `Mcp-Session-Id`; the session belongs to the credential that started it.',
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
  description: 'Cancels the runs that the session started.',
  access: 'credential',
  replies: { 200: 'empty' },
  errors: ['session_not_found'],
});
