import type { CompleteRequest, McpServer } from '@modelcontextprotocol/server';
import { asAppError } from '../../errors/app-error.ts';
import { type AgentRequest, requestOf } from '../agent-call.ts';
import type { McpSdk } from '../sdk.ts';

/** Returns all values of an argument that the agent may see. */
export type Completer = (request: AgentRequest) => readonly string[] | Promise<readonly string[]>;

/** Completers by the name of a prompt or the URI template of a resource, and by the name of the argument. */
export type Completers = Readonly<Record<string, Readonly<Record<string, Completer>>>>;

/** Maximum number of values of an answer (MCP 2025-11-25, completion). */
const maxValues = 100;

/**
 * Adds the completion of arguments of prompts and of variables of resource templates. A key that may not list the names
 * gets none.
 */
export function addCompletion(server: McpServer, sdk: McpSdk, completers: Completers): void {
  const { ProtocolError, ProtocolErrorCode } = sdk;
  server.server.setRequestHandler('completion/complete', async ({ params }, call) => {
    const name = nameOf(params.ref);
    const args = Object.hasOwn(completers, name) ? completers[name] : undefined;
    if (args === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt or resource template of this name.');
    const { name: argument, value } = params.argument;
    const complete = Object.hasOwn(args, argument) ? args[argument] : undefined;
    const found = complete === undefined ? [] : await valuesOf(() => complete(requestOf(call)), value);
    return {
      completion: {
        values: found.slice(0, maxValues),
        total: found.length,
        hasMore: found.length > maxValues,
      },
    };
  });
}

function nameOf(ref: CompleteRequest['params']['ref']): string {
  return ref.type === 'ref/prompt' ? ref.name : ref.uri;
}

/** Returns the values that begin with what is typed, and after them those that contain it. */
async function valuesOf(complete: () => ReturnType<Completer>, typed: string): Promise<string[]> {
  const sought = typed.toLowerCase();
  const matching = (await listAllowed(complete)).filter((value) => value.toLowerCase().includes(sought));
  const rank = (value: string) => (value.toLowerCase().startsWith(sought) ? 0 : 1);
  return matching.toSorted((one, other) => rank(one) - rank(other));
}

async function listAllowed(complete: () => ReturnType<Completer>): Promise<readonly string[]> {
  try {
    return await complete();
  } catch (thrown) {
    if (asAppError(thrown).status >= 500) throw thrown;
    return [];
  }
}
