import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeBase64 } from '../../src-shared/formats/base64.ts';
import { isPassword, passwordBytes, passwordRequirement } from '../../src-shared/zk/password-bytes.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { refuseReplaced } from '../input/read-text.ts';
import type { Reporter } from '../output/reporter.ts';
import type { Surroundings } from '../surroundings.ts';
import { createAgentSession } from './agent-session.ts';
import { cancelledId, type Message, statelessHeaders } from './message.ts';

/** Time limit for the answers to pending requests after stdin has ended. */
const endGraceMs = 3000;

interface Bridge {
  client: ApiClient;
  surroundings: Pick<Surroundings, 'stdin' | 'env'>;
  reporter: Pick<Reporter, 'message'>;
}

interface PendingRequest {
  /** True if it belongs to no session. */
  isAlone: boolean;
  /** Ends the HTTP request of the message. */
  cancellation: AbortController;
}

/**
 * Forwards MCP messages between stdio and the daemon's `POST /mcp`, unchanged, until stdin ends. The daemon is the MCP
 * server (MCP 2025-11-25 and 2026-07-28, transports). The only message that is not forwarded is the cancellation of a
 * request without a session: over HTTP, the end of its connection cancels it.
 */
export async function bridgeStdio({ client, reporter, surroundings }: Bridge): Promise<void> {
  const { stdin, env } = surroundings;
  const underWay = new Set<Promise<void>>();
  const password = readMasterPassword(env.STRONGROOM_MASTER_PASSWORD);
  const session = createAgentSession(client, {
    // The agent's program sets it for this command. In a header it is invisible to the model.
    ...(password && { 'x-strongroom-master-password': encodeBase64(password) }),
  });
  const write = (message: object) => void reporter.message(message);

  const pending = new Map<string | number, PendingRequest>();

  async function carry(message: Message): Promise<void> {
    const { id, method } = message;
    const request = { isAlone: statelessHeaders(message) !== undefined, cancellation: new AbortController() };
    if (id !== undefined && method !== undefined) pending.set(id, request);
    try {
      for await (const answer of session.exchange(message, request.cancellation.signal)) write(answer);
    } catch (error) {
      if (id === undefined || method === undefined || request.cancellation.signal.aborted) return;
      const reason = error instanceof Error ? error.message : 'unknown';
      write({ jsonrpc: '2.0', id, error: { code: -32603, message: reason } });
    } finally {
      if (id !== undefined && pending.get(id) === request) pending.delete(id);
    }
  }

  async function forward(message: Message): Promise<void> {
    const cancelled = pending.get(cancelledId(message) ?? '');
    if (!cancelled?.isAlone) await carry(message);
    // A cancelled request gets no answer.
    cancelled?.cancellation.abort();
  }

  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => lines.close());
  for await (const line of lines) {
    const message = parse(line);
    if (message === undefined) continue;
    const carried = forward(message).finally(() => underWay.delete(carried));
    underWay.add(carried);
    // All other messages need the session that this one begins.
    if (message.method === 'initialize') await carried;
  }
  await Promise.race([Promise.all(underWay), sleep(endGraceMs, undefined, { ref: false })]);
  await session.end().catch(() => undefined);
}

/** @throws CliError `usage`, before anything is served */
function readMasterPassword(given: string | undefined): Uint8Array | undefined {
  if (!given) return undefined;
  refuseReplaced(given, 'STRONGROOM_MASTER_PASSWORD');
  if (!isPassword(given)) throw new CliError('usage', `STRONGROOM_MASTER_PASSWORD ${passwordRequirement}.`);
  return passwordBytes(given);
}

function parse(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
