import { once } from 'node:events';
import type { Request, Response } from 'express';
import { endAgentSession, serveAgent } from '../../src-shared/contracts/agents.contract.ts';
import type { EndpointSpec } from '../../src-shared/endpoint.ts';
import type { Actor } from '../core/actor.ts';
import type { Holding } from '../core/memory/ledger.ts';
import { unauthorized } from '../errors/repeated-errors.ts';
import { countResponse, type EndpointHost } from '../http/mount-endpoints.ts';
import { readClient } from '../http/requests/client.ts';
import { readJsonBody } from '../http/requests/read-json-body.ts';
import { toAuthInfo } from './agent-call.ts';
import type { AgentDeps } from './agent-services.ts';
import { createAgentSessions } from './agent-sessions.ts';
import { readMasterPassword } from './master-password.ts';
import { createNetworkWatch } from './network/sandbox-network.ts';
import { loadSdk } from './sdk.ts';
import { createStatelessServer } from './stateless-server.ts';

/**
 * Serves agents at `POST /mcp`, by the streamable HTTP of MCP: revision 2026-07-28, where each request stands alone, and
 * the sessions of 2025-11-25 and older ones. Host, Origin and credential are checked as for every operation; the body is
 * defined by the protocol and not by the contract.
 */
export function mountMcp(host: EndpointHost, parts: Omit<AgentDeps, 'watchNetwork'>): void {
  const deps = { ...parts, watchNetwork: createNetworkWatch(parts.services.sandboxes) };
  const sessions = createAgentSessions(deps);
  const stateless = createStatelessServer(deps);

  async function handleCall(spec: EndpointSpec, request: Request, response: Response): Promise<void> {
    response.locals.route = spec.path;
    const client = readClient(request);
    const actor = await host.authenticate(request, spec.access, client);
    if (actor === undefined) throw unauthorized();
    const held = countResponse(host, response, actor)?.open();
    try {
      response.locals.accountId = actor.accountId;
      await answer(spec, { request, response, actor, held });
    } finally {
      held?.release();
      actor.accountKey.fill(0);
    }
  }

  async function answer(spec: EndpointSpec, { request, response, actor, held }: AuthenticatedRequest): Promise<void> {
    acceptBothForms(request);
    const body = spec.body ? await readJsonBody(request, { access: spec.access, held }) : undefined;
    const agent = await findAgent(request, actor, body);
    const connection = new AbortController();
    const stopFollowing = host.followCredential?.(actor.credential, () => response.destroy());
    const closed = once(response, 'close').then(() => {
      stopFollowing?.();
      connection.abort();
    });
    const named = { ...actor, client: { ...actor.client, source: agent.name, isAgent: true } };
    const masterPassword = readMasterPassword(request);
    const auth = toAuthInfo({ actor: named, masterPassword, connection: connection.signal });
    await agent.handle(Object.assign(request, { auth }), response, body);
    // The account key is needed until the last message is sent.
    await closed;
  }

  async function findAgent(request: Request, actor: Actor, body: unknown) {
    const sessionId = request.get('mcp-session-id');
    if (sessionId === undefined && body !== undefined) {
      const agent = await stateless.agentOf(request, body);
      if (agent !== undefined) return agent;
    }
    const { isInitializeRequest } = await loadSdk();
    const isFirst = sessionId === undefined && isInitializeRequest(body);
    const { transport, name } = isFirst ? await sessions.begin(actor) : sessions.find(actor, sessionId ?? '');
    return { name: name(), handle: transport.handleRequest.bind(transport) };
  }

  for (const spec of [serveAgent, endAgentSession]) {
    host.mounted.push(spec);
    const method = spec.method === 'POST' ? 'post' : 'delete';
    host.router[method](spec.path, (request, response) => handleCall(spec, request, response));
  }
}

/**
 * A request that accepts everything, as curl's does, accepts both forms of an answer. The protocol library requires
 * their names.
 */
function acceptBothForms(request: Request): void {
  const forms = ['application/json', 'text/event-stream'];
  if (!forms.every((form) => request.accepts(form))) return;
  const accept = forms.join(', ');
  request.headers.accept = accept;
  const { rawHeaders } = request;
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'accept');
  if (at < 0) rawHeaders.push('Accept', accept);
  else rawHeaders[at + 1] = accept;
}

interface AuthenticatedRequest {
  request: Request;
  response: Response;
  actor: Actor;
  /** Counts the body until the request has its reply. */
  held: Holding | undefined;
}
