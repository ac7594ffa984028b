import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Actor } from '../core/actor.ts';
import { asAppError } from '../core/app-error.ts';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What comes with one HTTP request of an agent, beside the message itself. */
export interface AgentRequest {
  actor: Actor;
  /** Unlocks stored scripts; from a header, so that it is no part of what the model sees. */
  masterPassword: string | undefined;
  /** Aborted when the HTTP request is given up. */
  connection: AbortSignal;
}

/** Puts the request's own things where the SDK hands them on to a handler. */
export function toAuthInfo(request: AgentRequest) {
  const { credential, scopes } = request.actor;
  return { token: '', clientId: credential.id, scopes: [...scopes], extra: { request } };
}

/** The request that a handler serves. */
export function requestOf({ authInfo }: Pick<Extra, 'authInfo'>): AgentRequest {
  const request = authInfo?.extra?.request;
  if (request === undefined) throw new Error('an agent was heard without a credential');
  return request as AgentRequest;
}

interface AgentLog {
  error(fields: object, message: string): void;
}

/** An error that a caller may know becomes the tool's answer, so that the model can act on it; a bug is logged. */
export async function answerTool(log: AgentLog, work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code === 'internal') log.error({ err: thrown }, 'an agent tool failed');
    const details = (error.details ?? []).map(({ path, message }) => `\n${path}: ${message}`).join('');
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${error.message}${details}` }] };
  }
}
