/** An OpenAI-compatible endpoint on a real socket, with chat completions in their wire format and every kind of failure. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's own JSON, which the tests read
  json: any;
}

/** Answers one request to the model. */
export type Reply = (response: ServerResponse, request: RecordedRequest) => void | Promise<void>;

export interface ModelEndpoint {
  /** Without `/v1`. */
  url: string;
  port: number;
  requests: RecordedRequest[];
  /** Sets the replies to the next requests to the model, in order. The last reply is repeated. */
  answer(...replies: Reply[]): void;
  /** Sets the reply to requests for the list of models. */
  answerModels(reply: Reply): void;
  /** Returns the number of open connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export async function startModelEndpoint(): Promise<ModelEndpoint> {
  const requests: RecordedRequest[] = [];
  let replies: Reply[] = [];
  let models: Reply = sendModels(['test-model', 'other-model']);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url: path = '', headers } = request;
    const recorded = { method, path, headers, text, json: text === '' ? undefined : JSON.parse(text) };
    requests.push(recorded);
    response.on('error', () => undefined);
    if (path === '/v1/models' && method === 'GET') return models(response, recorded);
    if (path !== '/v1/chat/completions' || method !== 'POST') return fail(404)(response, recorded);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    await (reply ?? sayFenced('print("default")\n'))(response, recorded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer: (...next) => {
      replies = next;
    },
    answerModels: (next) => {
      models = next;
    },
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts one endpoint for all tests of a file. Its records are cleared after each test. */
export function modelEndpointOfFile(): () => ModelEndpoint {
  let started: ModelEndpoint | undefined;
  beforeAll(async () => {
    started = await startModelEndpoint();
  });
  afterEach(() => {
    started?.requests.splice(0);
    started?.answer();
    started?.answerModels(sendModels(['test-model', 'other-model']));
  });
  afterAll(() => started?.close());
  return () => {
    if (started === undefined) throw new Error('the endpoint is used before it is there');
    return started;
  };
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

interface Ending {
  finish?: string | null;
  /** Number of characters of each chunk. */
  size?: number;
  /** True if the token counts are sent. */
  counted?: boolean;
}

/** Answers with a message. */
export function say(text: string, ending: Ending = {}): Reply {
  return stream(
    piecesOf(text, ending.size).map((content) => ({ content })),
    ending,
  );
}

/** Answers with text and a program in a code fence. */
export const sayFenced = (code: string, tag = 'python'): Reply => say(`Here it is:\n\n\`\`\`${tag}\n${code}\`\`\`\n`);

/** Answers with structured output, whatever was requested. */
export const sayStructured = (code: string, reason = ''): Reply => say(JSON.stringify({ code, reason }));

/** Answers with a tool call. */
export function callTool(code: string): Reply {
  const [first = '', ...rest] = piecesOf(JSON.stringify({ code, reason: '' }), 5);
  const start = { index: 0, id: 'call_1', type: 'function', function: { name: 'submit_program', arguments: first } };
  const deltas = rest.map((text) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] }));
  return stream([{ tool_calls: [start] }, ...deltas], { finish: 'tool_calls' });
}

/** Answers with one JSON object, although a stream was requested. */
export function complete(message: object, { finish = 'stop' as string | null, type = 'application/json' } = {}): Reply {
  return raw(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }], usage }), type);
}

/** Answers with OpenAI's field for a refusal. */
export const refuse = (message: string): Reply => stream([{ refusal: message }], {});

/** Answers with an error in the protocol's format. */
export function fail(
  status: number,
  { headers = {}, message = 'no', body = undefined as string | undefined } = {},
): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body ?? JSON.stringify({ error: { message, type: 'test_error', code: null } }));
  };
}

/** Refuses requests with a field that the model does not support, and answers others. */
export function without(field: 'response_format' | 'tools', otherwise: Reply): Reply {
  return (response, request) => (field in request.json ? fail(400) : otherwise)(response, request);
}

/** Starts an answer and never finishes it. */
export const hang: Reply = (response) => {
  begin(response);
  send(response, { choices: [{ index: 0, delta: { role: 'assistant', content: 'On' }, finish_reason: null }] });
};

/** Accepts the request and never answers. */
export const silence: Reply = () => undefined;

/** Closes the connection in the middle of the answer. */
export const cutOff: Reply = async (response) => {
  begin(response);
  send(response, { choices: [{ index: 0, delta: { content: '```python\nprint(1)\n' }, finish_reason: null }] });
  await new Promise((resolve) => setImmediate(resolve));
  response.destroy();
};

/** Sends these bytes as the stream. */
export function raw(text: string, type = 'text/event-stream'): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(text);
  };
}

/** Repeats a piece until the client closes the connection. */
export function endless(piece: string): Reply {
  return async (response) => {
    begin(response);
    const closed = once(response, 'close');
    while (!response.destroyed) if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
  };
}

export const endlessText = endless(
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'and so on '.repeat(400) } }] })}\n\n`,
);

export function sendModels(ids: string[]): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) }));
  };
}

function stream(deltas: object[], { finish = 'stop', counted = true }: Ending): Reply {
  return async (response, request) => {
    begin(response);
    for (const delta of deltas) {
      send(response, { choices: [{ index: 0, delta, finish_reason: null }] });
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (finish !== null) send(response, { choices: [{ index: 0, delta: {}, finish_reason: finish }] });
    if (counted && request.json.stream_options?.include_usage) send(response, { choices: [], usage });
    response.end('data: [DONE]\n\n');
  };
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function send(response: ServerResponse, chunk: object): void {
  const common = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test-model' };
  response.write(`data: ${JSON.stringify({ ...common, ...chunk })}\n\n`);
}

function piecesOf(text: string, size = 7): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
}
