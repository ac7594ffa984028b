import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { withoutTrailing } from '../../src-shared/formats/without-trailing.ts';
import { CliError } from '../cli-error.ts';
import { sendBytes } from './send-bytes.ts';

/** The daemon that receives requests. */
export interface RequestedDaemon {
  /** Shown to the user, and sent as the Host header. */
  readonly url: string;
  /** Socket of this user's daemon. */
  readonly socketPath?: string;
  /** True for a proven daemon that has the version of this command: it sends no other forms than those that this command knows. */
  readonly isSameVersion?: boolean;
  /**
   * Opens a connection for one request. Undefined if STRONGROOM_URL names the daemon: then requests use that address.
   * `mayStart` is false for a request that makes no sense to a daemon that has just started.
   */
  readonly connect?: (mayStart: boolean) => Promise<DaemonConnection>;
}

export interface DaemonConnection {
  url: string;
  /** Agent with one connection, on which the daemon has proved its identity. */
  agent: Agent;
}

export interface Sending {
  method: string;
  /** Path with the query string. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent instead of `body`, at the pace of the daemon. Its error breaks the request off and rejects the call. */
  bytes?: AsyncIterable<Uint8Array> | undefined;
  /** False if no daemon may be started for the request; default: true. */
  mayStart?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Sends one request and resolves with the response when its headers have arrived. It has no time limit, because a run
 * can take ten minutes without output.
 * @throws CliError `no_daemon`
 */
export async function open(target: RequestedDaemon, sending: Sending): Promise<IncomingMessage> {
  return sendOver((await target.connect?.(sending.mayStart ?? true)) ?? { url: target.url, agent: false }, sending);
}

function sendOver(over: { url: string; agent: Agent | false }, sending: Sending): Promise<IncomingMessage> {
  const { method, path, headers, body, bytes, signal } = sending;
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
          ...(bytes && { 'content-type': 'application/octet-stream' }),
          ...(payload && { 'content-type': 'application/json', 'content-length': String(payload.length) }),
          ...headers,
        },
        ...(signal && { signal }),
      },
      resolve,
    );
    // A daemon that refuses an upload can close the connection after its response: then this does nothing.
    outgoing.on('error', (cause) => reject(signal?.aborted ? cause : unreachable(url, cause)));
    if (bytes === undefined) outgoing.end(payload);
    else void sendBytes(outgoing, bytes).catch(reject);
  });
}

/** Reads the body of a response. */
export async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function unreachable(url: URL, cause: unknown): CliError {
  return new CliError('no_daemon', `No Strongroom daemon answers at ${url.origin}.`, { cause });
}
