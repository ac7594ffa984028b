import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ClientOptions, WebSocket } from 'ws';
import { type ClusterApi, headersOf, type PreparedRequest, verifiedTls } from './api.ts';
import { ApiError } from './api-error.ts';
import { createAttachedStream } from './attached-stream.ts';
import { connectionError, createDeadline, type Deadline } from './deadline.ts';

/** The container to attach to. */
export interface AttachTarget {
  pod: string;
  container: string;
}

export interface AttachOptions {
  /** Ends the attempt, not the stream. */
  signal?: AbortSignal;
  /** Time limit in ms until the server has accepted the stream. */
  handshakeMs?: number;
}

/** The version with half-close first; older servers have the other one (remotecommand of Kubernetes). */
const protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const;
const defaultHandshakeMs = 15_000;
/** Servers send at most 32 KiB at once. */
const largestMessageBytes = 1 << 20;
/** Time for the answer to a close, after which the connection is cut. */
const closeMs = 1000;

/**
 * Attaches to the standard input and output of a container. What it wrote before is not received. The stream ends when the
 * server closes it, and is destroyed with an ApiError when the connection is cut or breaks the protocol. Its errors may be
 * ignored.
 * @throws ApiError, ClusterConfigError; the signal's reason
 */
export async function attach(
  api: ClusterApi,
  { pod, container }: AttachTarget,
  { signal, handshakeMs = defaultHandshakeMs }: AttachOptions = {},
): Promise<Duplex> {
  const { namespace } = api.cluster;
  const path = ['api', 'v1', 'namespaces', namespace, 'pods', pod, 'attach'];
  const query = { container, stdin: 'true', stdout: 'true', stderr: 'false', tty: 'false' };
  const prepared = await api.prepare({ path, query }, signal);
  const socket = await openSocket(api, prepared);
  const deadline = createDeadline(handshakeMs, signal);
  return await accepted(socket, {
    deadline,
    readError: (answer) => api.readError(answer, prepared.authorization),
  }).finally(deadline.stop);
}

/** The library is loaded here, because other engines do not need it. */
async function openSocket(api: ClusterApi, prepared: PreparedRequest): Promise<WebSocket> {
  const { WebSocket } = await import('ws');
  const options: ClientOptions & { closeTimeout: number } = {
    ...verifiedTls(api.cluster),
    // Servers of 1.20 answer 406 to any other type: a stream has none.
    headers: { ...headersOf(prepared.authorization), accept: '*/*' },
    maxPayload: largestMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
    closeTimeout: closeMs,
  };
  const url = new URL(prepared.url);
  url.protocol = 'wss:';
  return new WebSocket(url, [...protocols], options);
}

interface Handshake {
  deadline: Deadline;
  /** Returns the error of an answer that is not the acceptance. */
  readError(answer: IncomingMessage): Promise<ApiError>;
}

/** Returns the stream of a socket once the server has accepted it. */
function accepted(socket: WebSocket, { deadline, readError }: Handshake): Promise<Duplex> {
  const { signal, explain } = deadline;
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const onAbort = () => {
    reject(explain(undefined));
    socket.terminate();
  };
  socket.on('error', (error) => reject(handshakeError(error)));
  socket.once('unexpected-response', (request, answer) => {
    void readError(answer).then((error) => {
      reject(error);
      request.destroy();
    });
  });
  // The stream is created in the event: its first messages can arrive before a promise continues.
  socket.once('open', () => resolve(createAttachedStream(socket, { hasHalfClose: socket.protocol === protocols[0] })));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}

function handshakeError(error: Error): ApiError {
  const { code } = error as NodeJS.ErrnoException;
  // The library has no code for its own errors: a late answer, or one that is no WebSocket of these protocols.
  if (code !== undefined) return connectionError(error);
  return new ApiError('unavailable', 'the API server did not accept an attached stream');
}
