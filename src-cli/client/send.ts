import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { withoutTrailing } from '../../src-shared/formats/without-trailing.ts';
import { CliError } from '../cli-error.ts';

/** Where requests go. */
export interface Target {
  /** For people, and for the Host header. */
  readonly url: string;
  /** Of the daemon of this user. */
  readonly socketPath?: string;
  /**
   * Opens a connection for one request; absent where the address was given, which is then connected to as it is.
   * `mayStart` is false for a request that only concerns a daemon that runs.
   */
  readonly connect?: (mayStart: boolean) => Promise<Connection>;
}

export interface Connection {
  url: string;
  /** Has one connection, to the daemon that has proved itself on it. */
  agent: Agent;
}

export interface Sending {
  method: string;
  /** With its query string. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Whether a daemon may be started for it; true unless said. */
  mayStart?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Sends one request and resolves when the headers of the answer are there. Without any time limit of its own: a run may
 * take ten minutes and say nothing.
 * @throws CliError `no_daemon`
 */
export async function open(target: Target, sending: Sending): Promise<IncomingMessage> {
  return sendOver((await target.connect?.(sending.mayStart ?? true)) ?? { url: target.url, agent: false }, sending);
}

function sendOver(over: { url: string; agent: Agent | false }, sending: Sending): Promise<IncomingMessage> {
  const { method, path, headers, body, signal } = sending;
  const url = new URL(withoutTrailing(over.url, '/') + path);
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(
      url,
      {
        method,
        agent: over.agent,
        headers: {
          connection: 'close',
          accept: 'application/json',
          'x-strongroom-client': 'cli',
          ...(payload && { 'content-type': 'application/json', 'content-length': String(payload.length) }),
          ...headers,
        },
        ...(signal && { signal }),
      },
      resolve,
    );
    outgoing.once('error', (cause) => reject(signal?.aborted ? cause : unreachable(url, cause)));
    outgoing.end(payload);
  });
}

/** The whole body of an answer. */
export async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function unreachable(url: URL, cause: unknown): CliError {
  return new CliError('no_daemon', `No Strongroom answers at ${url.origin}.`, { cause });
}
