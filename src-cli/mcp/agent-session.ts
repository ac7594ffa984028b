import type { IncomingMessage } from 'node:http';
import type { ApiClient } from '../client/api-client.ts';
import { readEvents } from '../client/event-stream.ts';
import { open, readBody } from '../client/send.ts';

export interface Message {
  id?: string | number;
  method?: string;
  result?: { protocolVersion?: string };
}

export type AgentSession = ReturnType<typeof createAgentSession>;

/**
 * Creates the session of one agent at the daemon's `POST /mcp` (MCP 2025-11-25, streamable HTTP). `headers` are sent with
 * every message. A daemon that was restarted knows no session, so the agent's own `initialize` is sent to it first. The
 * message that the daemon rejected without a session had no effect, so it is sent again.
 */
export function createAgentSession({ target, credential }: ApiClient, headers: Record<string, string>) {
  const fixed = { ...credential, accept: 'application/json, text/event-stream', ...headers };
  let sessionId: string | undefined;
  let protocolVersion: string | undefined;
  let opening: Message | undefined;
  let renewal: Promise<void> | undefined;

  const headersNow = () => ({
    ...fixed,
    ...(sessionId && { 'mcp-session-id': sessionId }),
    ...(protocolVersion && { 'mcp-protocol-version': protocolVersion }),
  });

  async function send(message: Message): Promise<IncomingMessage> {
    if (message.method === 'initialize') opening = begin(message);
    const used = sessionId;
    const response = await post(message);
    if (response.statusCode !== 404 || opening === undefined || used === undefined) return response;
    response.resume();
    // Another message may already have renewed the session, or may be renewing it.
    if (sessionId === used) renewal = renew(opening);
    await renewal;
    return post(message);
  }

  function begin(initialize: Message): Message {
    sessionId = undefined;
    protocolVersion = undefined;
    return initialize;
  }

  async function post(message: Message): Promise<IncomingMessage> {
    const response = await open(target, { method: 'POST', path: '/mcp', headers: headersNow(), body: message });
    const id = response.headers['mcp-session-id'];
    if (typeof id === 'string') sessionId = id;
    return response;
  }

  async function renew(initialize: Message): Promise<void> {
    for await (const answer of readMessages(await post(begin(initialize)))) note(answer);
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    (await post(initialized)).resume();
  }

  function note({ result }: Message): void {
    protocolVersion = result?.protocolVersion ?? protocolVersion;
  }

  return {
    /** Yields the daemon's answers to one message as they arrive. @throws Error if the message was rejected */
    exchange: async function* (message: Message): AsyncGenerator<Message> {
      for await (const answer of readMessages(await send(message))) {
        note(answer);
        yield answer;
      }
    },

    /** Ends the session and cancels its pending requests. */
    end: async (): Promise<void> => {
      const response = await open(target, {
        method: 'DELETE',
        path: '/mcp',
        headers: headersNow(),
        mayStart: false,
      });
      response.resume();
    },
  };
}

async function* readMessages(response: IncomingMessage): AsyncGenerator<Message> {
  if ((response.headers['content-type'] ?? '').startsWith('text/event-stream')) {
    for await (const { data } of readEvents(response)) yield data as Message;
    return;
  }
  const body = await readBody(response);
  if ((response.statusCode ?? 0) >= 400) throw new Error(messageOf(body));
  if (body.length > 0) yield JSON.parse(body.toString('utf8'));
}

function messageOf(body: Buffer): string {
  try {
    const { error } = JSON.parse(body.toString('utf8'));
    return typeof error?.message === 'string' ? error.message : 'the daemon rejected the message';
  } catch {
    return 'the daemon rejected the message';
  }
}
