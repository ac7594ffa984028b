import type { IncomingMessage } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { agentName } from './agent-name.ts';
import { createAgentServer } from './agent-server.ts';
import type { AgentDeps } from './agent-services.ts';
import { keepAliveMs } from './agent-sessions.ts';
import { loadSdk, type McpSdk } from './sdk.ts';

/** The fields of a message that are read here: its sender (MCP 2026-07-28, `_meta`), and the tool that it calls. */
const Envelope = z.object({
  params: z.object({
    name: z.unknown(),
    _meta: z.object({ 'io.modelcontextprotocol/clientInfo': z.object({ name: z.string() }) }),
  }),
});

/** Tools that can take long. Their answer is a stream, which has signs of life; others are answered with JSON. */
const longTools: ReadonlySet<unknown> = new Set([
  ...['run_code', 'run_script', 'run_cell', 'run_command', 'create_sandbox', 'cancel_run'],
]);

type AgentHttpRequest = IncomingMessage & { method: string; url: string; auth?: AuthInfo };

/** Serves the messages of MCP 2026-07-28: each is served on its own, and ends when its HTTP request is closed. */
export function createStatelessServer(deps: AgentDeps) {
  const create = (sdk: McpSdk, responseMode: 'sse' | 'auto') =>
    sdk.toNodeHandler(
      sdk.createMcpHandler(() => createAgentServer(sdk, deps), { legacy: 'reject', responseMode, keepAliveMs }),
    );
  let handles: { long: ReturnType<typeof create>; short: ReturnType<typeof create> } | undefined;

  return {
    /** Returns what serves a message; undefined for a message of an older revision, which needs a session. */
    async agentOf(request: AgentHttpRequest, body: unknown) {
      const sdk = await loadSdk();
      // The headers alone: the body is passed as it is.
      const probe = await sdk.toWebRequest(request, {});
      if (await sdk.isLegacyRequest(probe, body)) return undefined;
      handles ??= { long: create(sdk, 'sse'), short: create(sdk, 'auto') };
      const { params } = Envelope.safeParse(body).data ?? {};
      const handle = longTools.has(params?.name) ? handles.long : handles.short;
      return { name: agentName(params?._meta['io.modelcontextprotocol/clientInfo'].name), handle };
    },
  };
}
