import type { IncomingMessage } from 'node:http';
import type { ApiClient } from '../client/api-client.ts';
import { readEvents } from '../client/event-stream.ts';
import { open, readBody, type Sending } from '../client/send.ts';
import { type Message, statelessHeaders } from './message.ts';

/**
 * Creates the connection of one agent to the daemon's `POST /mcp` (streamable HTTP of MCP). `headers` are sent with every
 * message. A message of MCP 2026-07-28 stands alone. Those of older revisions belong to a session: a daemon that was
 * restarted knows none, so the agent's own `initialize` is sent to it first. The message that the daemon rejected without a
 * session had no effect, so it is sent again.
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

  async function send(message: Message, signal: AbortSignal | undefined): Promise<IncomingMessage> {
    const alone = statelessHeaders(message);
    if (alone !== undefined) return postTo({ headers: { ...fixed, ...alone }, body: message, signal });
    if (message.method === 'initialize') opening = begin(message);
    const used = sessionId;
    const response = await post(message, signal);
    if (response.statusCode !== 404 || opening === undefined || used === undefined) return response;
    response.resume();
    // Another message may already have renewed the session, or may be renewing it.
    if (sessionId === used) renewal = renew(opening);
    await renewal;
    return post(message, signal);
  }

  function begin(initialize: Message): Message {
    sessionId = undefined;
    protocolVersion = undefined;
    return initialize;
  }

  const postTo = (sending: Pick<Sending, 'headers' | 'body' | 'signal'>) =>
    open(target, { method: 'POST', path: '/mcp', ...sending });

  async function post(message: Message, signal?: AbortSignal): Promise<IncomingMessage> {
    const response = await postTo({ headers: headersNow(), body: message, signal });
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
    /**
     * Yields the daemon's answers to one message as they arrive, until `signal` aborts. @throws Error if the message was
     * rejected or the signal aborted
     */
    exchange: async function* (message: Message, signal?: AbortSignal): AsyncGenerator<Message> {
      for await (const answer of readMessages(await send(message, signal))) {
        note(answer);
        yield answer;
      }
    },

    /** Ends the session and cancels its pending requests. */
    end: async (): Promise<void> => {
      if (sessionId === undefined) return;
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
