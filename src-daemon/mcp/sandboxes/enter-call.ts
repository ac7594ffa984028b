import type { ServerContext } from '@modelcontextprotocol/server';
import { requireScope } from '../../core/rights.ts';
import { requestOf } from '../agent-call.ts';

/** Returns the account of a call, and a signal that aborts when the agent cancels the call or disconnects. */
export function enterCall(call: ServerContext) {
  const { actor, connection } = requestOf(call);
  requireScope(actor, 'execute');
  return { actor, signal: AbortSignal.any([connection, call.mcpReq.signal]) };
}
