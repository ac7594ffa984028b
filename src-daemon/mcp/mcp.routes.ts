import { once } from 'node:events';
import type { Request, Response } from 'express';
import { endAgentSession, serveAgent } from '../../src-shared/contracts/agents.contract.ts';
import type { EndpointSpec } from '../../src-shared/endpoint.ts';
import { decodeBase64 } from '../../src-shared/formats/base64.ts';
import { isPassword, passwordRequirement } from '../../src-shared/zk/password-bytes.ts';
import { decodeUtf8 } from '../../src-shared/zk/utf8.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { unauthorized } from '../core/repeated-errors.ts';
import type { EndpointHost } from '../http/mount-endpoints.ts';
import { readClient } from '../http/requests/client.ts';
import { readJsonBody } from '../http/requests/read-json-body.ts';
import { toAuthInfo } from './agent-call.ts';
import type { AgentDeps } from './agent-services.ts';
import { createAgentSessions } from './agent-sessions.ts';
import { loadSdk } from './sdk.ts';

/**
 * Serves agents at `POST /mcp`, by the streamable HTTP of MCP 2025-11-25. Host, Origin and credential are checked as for
 * every operation; the body is defined by the protocol and not by the contract.
 */
export function mountMcp(host: EndpointHost, deps: AgentDeps): void {
  const sessions = createAgentSessions(deps);

  async function serve(spec: EndpointSpec, request: Request, response: Response): Promise<void> {
    response.locals.route = spec.path;
    const client = readClient(request);
    const actor = await host.authenticate(request, spec.access, client);
    if (actor === undefined) throw unauthorized();
    try {
      response.locals.accountId = actor.accountId;
      await answer(spec, { request, response, actor });
    } finally {
      actor.accountKey.fill(0);
    }
  }

  async function answer(spec: EndpointSpec, { request, response, actor }: AuthenticatedRequest): Promise<void> {
    const body = spec.body ? await readJsonBody(request, spec.access) : undefined;
    const sessionId = request.get('mcp-session-id');
    const session =
      sessionId === undefined && (await loadSdk()).isInitializeRequest(body)
        ? await sessions.begin(actor)
        : sessions.find(actor, sessionId ?? '');
    const connection = new AbortController();
    const stopFollowing = host.followCredential?.(actor.credential, () => response.destroy());
    const closed = once(response, 'close').then(() => {
      stopFollowing?.();
      connection.abort();
    });
    const named = { ...actor, client: { ...actor.client, source: session.name(), isAgent: true } };
    const auth = toAuthInfo({ actor: named, masterPassword: readPassword(request), connection: connection.signal });
    await session.transport.handleRequest(Object.assign(request, { auth }), response, body);
    // The account key is needed until the last message is sent.
    await closed;
  }

  for (const spec of [serveAgent, endAgentSession]) {
    host.mounted.push(spec);
    const method = spec.method === 'POST' ? 'post' : 'delete';
    host.router[method](spec.path, (request, response) => serve(spec, request, response));
  }
}

interface AuthenticatedRequest {
  request: Request;
  response: Response;
  actor: Actor;
}

/** Reads the master password from a header, in base64, because a header cannot contain arbitrary characters. */
function readPassword(request: Request): string | undefined {
  const text = request.get('x-strongroom-master-password');
  if (text === undefined) return undefined;
  const password = decodePassword(text);
  if (password !== undefined && isPassword(password)) return password;
  throw new AppError(
    'invalid_request',
    `x-strongroom-master-password must be in base64 with padding, and ${passwordRequirement}.`,
  );
}

function decodePassword(text: string): string | undefined {
  const bytes = decodeBase64(text);
  try {
    return bytes && decodeUtf8(bytes);
  } catch {
    return undefined;
  } finally {
    bytes?.fill(0);
  }
}
