import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { Actor } from '../core/actor.ts';
import { asAppError } from '../errors/app-error.ts';

/** Data of one HTTP request of an agent, in addition to the message. */
export interface AgentRequest {
  actor: Actor;
  /** Opens stored scripts; sent in a header, so that the model does not see it. */
  masterPassword: string | undefined;
  /** Aborted when the client closes the HTTP request. */
  connection: AbortSignal;
}

/** Wraps the request in the `authInfo` that the SDK passes to a handler. */
export function toAuthInfo(request: AgentRequest) {
  const { credential, scopes } = request.actor;
  return { token: '', clientId: credential.id, scopes: [...scopes], extra: { request } };
}

/** Returns the request that a handler serves. */
export function requestOf({ http }: Pick<ServerContext, 'http'>): AgentRequest {
  const request = http?.authInfo?.extra?.request;
  if (request === undefined) throw new Error('a handler was called without a credential');
  return request as AgentRequest;
}

interface AgentLog {
  error(fields: object, message: string): void;
}

/** Runs a tool. An AppError becomes the tool's answer, so that the model can react to it; other errors are logged as bugs. */
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
