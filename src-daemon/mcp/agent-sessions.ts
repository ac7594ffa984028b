import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../errors/app-error.ts';
import { agentName } from './agent-name.ts';
import { ownerOf } from './agent-owner.ts';
import { createAgentServer } from './agent-server.ts';
import type { AgentDeps } from './agent-services.ts';
import { loadSdk, type McpSdk } from './sdk.ts';

/** Maximum number of sessions per account. Beyond it, the session that was idle longest is closed. */
const sessionsPerAccount = 64;
export const keepAliveMs = 15_000;

export interface AgentSession {
  transport: InstanceType<McpSdk['NodeStreamableHTTPServerTransport']>;
  /** Returns the name that the agent sent. */
  name(): string;
}

interface HeldSession extends AgentSession {
  owner: string;
  accountId: number;
  server: McpServer;
  usedAt: number;
}

/**
 * Sessions of agents, in memory, for MCP 2025-11-25 and older revisions. Each belongs to the credential that started it.
 * Revision 2026-07-28 has no sessions.
 */
export function createAgentSessions(deps: AgentDeps) {
  const held = new Map<string, HeldSession>();

  return {
    /** Creates a session, which starts with the agent's `initialize`. */
    async begin(actor: Actor): Promise<AgentSession> {
      const sdk = await loadSdk();
      const server = createAgentServer(sdk, deps);
      const transport = new sdk.NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        keepAliveMs,
        onsessioninitialized: (id) => {
          held.set(id, session);
          closeOldest(actor.accountId);
        },
        onsessionclosed: (id) => void held.delete(id),
      });
      const session: HeldSession = {
        transport,
        server,
        owner: ownerOf(actor),
        accountId: actor.accountId,
        usedAt: performance.now(),
        name: () => agentName(server.server.getClientVersion()?.name),
      };
      await server.connect(transport);
      return session;
    },

    /** @throws AppError `session_not_found`, also for a session of another credential */
    find(actor: Actor, id: string): AgentSession {
      const session = held.get(id);
      if (session === undefined || session.owner !== ownerOf(actor))
        throw new AppError('session_not_found', 'There is no session with this id. Start one with initialize.');
      session.usedAt = performance.now();
      return session;
    },
  };

  /** Closes the session that was idle longest, if the account has too many. */
  function closeOldest(accountId: number): void {
    const own = [...held].filter(([, session]) => session.accountId === accountId);
    const [oldest] = own.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (own.length <= sessionsPerAccount || oldest === undefined) return;
    const [id, session] = oldest;
    held.delete(id);
    void session.server.close();
  }
}
