import { requireScope } from '../../core/rights.ts';
import { type Extra, requestOf } from '../agent-call.ts';

/** Returns the account of a call, and a signal that aborts when the agent cancels the call or disconnects. */
export function enterCall(extra: Extra) {
  const { actor, connection } = requestOf(extra);
  requireScope(actor, 'execute');
  return { actor, signal: AbortSignal.any([connection, extra.signal]) };
}
