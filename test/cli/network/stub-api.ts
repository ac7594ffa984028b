/** A stub of the HTTP API: it records the requests of the command, and answers what a test sets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from 'vitest';
import { runOnTerminal, type Typing } from '../../support/terminal.ts';
import { cliBundle, commandIn, temporaryFolder } from '../command.ts';

export interface StubRequest {
  method: string;
  path: string;
  body: unknown;
}

/** Answers a request. An array is a stream of events. */
type Answer = (request: StubRequest) => StubReply | Promise<StubReply>;
export interface StubReply {
  status?: number;
  body?: unknown;
  events?: AsyncIterable<StubEvent> | StubEvent[];
}
export interface StubEvent {
  event: string;
  data: unknown;
}

export const finished = {
  ...{ id: 'run_1', language: 'python', status: 'succeeded', exitCode: 0, signal: null, stdout: '', stderr: '' },
  ...{ stdoutTruncated: false, stderrTruncated: false, durationMs: 1, queuedMs: 0, startupMs: 0, files: [] },
  ...{ engine: 'stub', place: 'machine' },
};
export const started: StubEvent = { event: 'started', data: { id: 'run_1' } };
export const ended: StubEvent = { event: 'finished', data: finished };

/** Returns the event of a connection. */
export function networkEvent(phase: string, more: object = {}): StubEvent {
  const connection = { id: 1, host: 'api.example.com', port: 443, rule: null, bytesIn: 0, bytesOut: 0 };
  return { event: 'network', data: { ...connection, phase, ...more } };
}

/** Returns the totals of one host, as a report contains them. */
export function totalOf(more: object = {}) {
  return {
    ...{ host: 'api.example.com', port: 443, rule: null, connections: 0, blocked: 1, reasons: ['name_not_allowed'] },
    ...{ methods: {}, statuses: {}, bytesIn: 0, bytesOut: 0, secrets: [], ...more },
  };
}

export const reportOf = (...totals: object[]) => ({ totals, requests: [], requestsOmitted: 0 });

/** Starts the stub for a test file. */
export function stubApiOfFile() {
  const folder = temporaryFolder();
  const command = commandIn(folder, folder);
  const requests: StubRequest[] = [];
  let answers: Record<string, Answer> = {};
  const server = createServer((request, response) => void serve(request, response));
  const isListening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  beforeEach(() => {
    requests.length = 0;
    answers = {};
  });
  afterAll(() => void server.close());

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    const { method = '', url = '' } = incoming;
    const request = { method, path: url, body: text === '' ? undefined : JSON.parse(text) };
    requests.push(request);
    const known = answers[`${method} ${url.split('?')[0]}`];
    const { status = 200, body, events } = (await known?.(request)) ?? notFound;
    if (events === undefined) {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let id = 0;
    for await (const { event, data } of events)
      response.write(`id: ${++id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    response.end();
  }

  async function environment() {
    await isListening;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { STRONGROOM_URL: url, STRONGROOM_API_KEY: 'srk_stub' };
  }

  return {
    folder,
    requests,
    /** Sets the answers, by method and path: `POST /api/v1/execute`. Others are 404. */
    answer(given: Record<string, Answer>): void {
      answers = { ...answers, ...given };
    },
    run: async (args: string[], input = '') => command.run(args, { input, env: await environment() }),
    runOnTerminal: async (args: string[], typing: Typing[] = []) =>
      runOnTerminal([process.execPath, '--', cliBundle, '--data-dir', folder, ...args], {
        typing,
        env: { ...command.env, ...(await environment()) },
        cwd: folder,
      }),
    /** Returns the body of the only request with this method and path. */
    bodyOf(method: string, path: string): unknown {
      const found = requests.filter((request) => request.method === method && request.path === path);
      if (found.length !== 1)
        throw new Error(`${found.length} requests ${method} ${path}: ${JSON.stringify(requests)}`);
      return found[0]?.body;
    },
  };
}

const notFound = errorReply(404, 'execution_not_found', 'The stub has no answer.');

export function errorReply(status: number, code: string, message: string): StubReply {
  return { status, body: { error: { code, message, requestId: 'req_1' } } };
}
