import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeBase64 } from '../../src-shared/zk/base64.ts';
import { isPassword, passwordBytes, passwordForm } from '../../src-shared/zk/password-bytes.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { readEvents } from '../client/event-stream.ts';
import { open, readBody } from '../client/send.ts';
import { refuseReplaced } from '../input/read-text.ts';
import type { Surroundings } from '../surroundings.ts';

/** How long requests under way may still be answered after stdin has ended. */
const endGraceMs = 3000;

interface Bridge {
  client: ApiClient;
  surroundings: Pick<Surroundings, 'stdin' | 'stdout' | 'env'>;
}

interface Message {
  id?: string | number;
  method?: string;
  result?: { protocolVersion?: string };
}

/**
 * Carries MCP messages between stdio and the daemon's `POST /mcp`, unchanged, until stdin ends: the server itself is in
 * the daemon (MCP 2025-11-25, transports).
 */
export async function bridgeStdio({ client, surroundings }: Bridge): Promise<void> {
  const { stdin, stdout, env } = surroundings;
  const session: Record<string, string> = {};
  const underWay = new Set<Promise<void>>();
  const password = readMasterPassword(env.STRONGROOM_MASTER_PASSWORD);
  const fixed = {
    ...client.credential,
    accept: 'application/json, text/event-stream',
    // The agent's program set it for this command; a header keeps it out of what the model can see.
    ...(password && { 'x-strongroom-master-password': encodeBase64(password) }),
  };
  const write = (message: unknown) => {
    const { result } = message as Message;
    if (result?.protocolVersion !== undefined) session['mcp-protocol-version'] = result.protocolVersion;
    stdout.write(`${JSON.stringify(message)}\n`);
  };

  async function carry(message: Message): Promise<void> {
    try {
      const headers = { ...fixed, ...session };
      const response = await open(client.url, { method: 'POST', path: '/mcp', headers, body: message });
      const sessionId = response.headers['mcp-session-id'];
      if (typeof sessionId === 'string') session['mcp-session-id'] = sessionId;
      if ((response.headers['content-type'] ?? '').startsWith('text/event-stream')) {
        for await (const { data } of readEvents(response)) write(data);
        return;
      }
      const body = await readBody(response);
      if ((response.statusCode ?? 0) >= 400) throw new Error(wordsOf(body));
      if (body.length > 0) write(JSON.parse(body.toString('utf8')));
    } catch (error) {
      if (message.id === undefined || message.method === undefined) return;
      const words = error instanceof Error ? error.message : 'unknown';
      write({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: words } });
    }
  }

  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => lines.close());
  for await (const line of lines) {
    const message = parse(line);
    if (message === undefined) continue;
    const carried = carry(message).finally(() => underWay.delete(carried));
    underWay.add(carried);
    // All else needs the session that this one begins.
    if (message.method === 'initialize') await carried;
  }
  await Promise.race([Promise.all(underWay), sleep(endGraceMs, undefined, { ref: false })]);
  // Ends the session, and with it what still runs for the agent.
  const ending = open(client.url, { method: 'DELETE', path: '/mcp', headers: { ...fixed, ...session } });
  await ending.then((response) => response.resume()).catch(() => undefined);
}

/** @throws CliError `usage`, before anything is served */
function readMasterPassword(given: string | undefined): Uint8Array | undefined {
  if (!given) return undefined;
  refuseReplaced(given, 'STRONGROOM_MASTER_PASSWORD');
  if (!isPassword(given)) throw new CliError('usage', `STRONGROOM_MASTER_PASSWORD ${passwordForm}.`);
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

function wordsOf(body: Buffer): string {
  try {
    const { error } = JSON.parse(body.toString('utf8'));
    return typeof error?.message === 'string' ? error.message : 'the daemon refused the message';
  } catch {
    return 'the daemon refused the message';
  }
}
