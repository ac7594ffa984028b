/**
 * A fake API server of a cluster: pods, watches and attached streams over TLS. It starts no containers: a test
 * sets the status of a pod, and is given the stream of each client that attaches.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Cluster } from '../../../src-daemon/engine/kubernetes/link/cluster.ts';
import { type Certificate, makeCertificate } from '../network/certificate.ts';
import { createPodAttachments, type PodAttachments } from './pod-attachments.ts';
import { createPodStore, type PodStore, StatusError } from './pod-store.ts';
import { createPodWatches, type PodWatches } from './pod-watches.ts';

/** Replaces the answer to a request: no answer at all, or another one. */
export type PlantedAnswer = 'silence' | { status: number; headers?: Record<string, string>; body?: string };

export interface ApiServer {
  url: string;
  /** The certificate of the authority of its certificate, in PEM. */
  authority: string;
  /** The bearer token that it accepts. */
  token: string;
  pods: PodStore;
  watches: PodWatches;
  attachments: PodAttachments;
  /** The method, the path and the query of each request. */
  requests: string[];
  /** Called before a request is served. */
  onRequest: () => void;
  /** The bodies of requests that delete a pod. */
  deletions: unknown[];
  /** Plants an answer for each of the next requests. */
  plant(...answers: PlantedAnswer[]): void;
  /** The number of open connections. */
  connectionCount(): number;
  stop(): Promise<void>;
}

export interface ApiServerOptions {
  /** Clients must have a certificate of this authority, in PEM. They need no token then. */
  clientAuthority?: string;
  namespace?: string;
}

type ServerCertificate = Certificate & { authority: string };
let certificate: ServerCertificate | undefined;

/** Returns the certificate of all servers of a process. */
function serverCertificate(): ServerCertificate {
  certificate ??= makeCertificate('127.0.0.1');
  return certificate;
}

export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const { clientAuthority, namespace = 'sandboxes' } = options;
  const { key, cert, authority } = serverCertificate();
  const store = createPodStore();
  const server: ApiServer = {
    url: '',
    authority,
    token: 'a-token-of-the-fake-server',
    pods: store,
    watches: createPodWatches(store),
    attachments: createPodAttachments(),
    requests: [],
    onRequest: () => {},
    deletions: [],
    plant: (...answers) => void planted.push(...answers),
    connectionCount: () => connections.size,
    stop,
  };
  const planted: PlantedAnswer[] = [];
  const connections = new Set<Duplex>();
  const folder = `/api/v1/namespaces/${namespace}/pods`;
  const access = { ...(clientAuthority !== undefined && { ca: clientAuthority, requestCert: true }) };
  const https = createServer({ key, cert, ...access });

  /** Records a request. Returns an answer that was planted. @throws StatusError if the client may not send it */
  function receive({ method, url, headers }: IncomingMessage): PlantedAnswer | undefined {
    server.requests.push(`${method} ${url}`);
    server.onRequest();
    const answer = planted.shift();
    if (answer === undefined && clientAuthority === undefined && headers.authorization !== `Bearer ${server.token}`)
      throw new StatusError(401, 'Unauthorized', 'Unauthorized');
    return answer;
  }

  https.on('request', (request, answer) => {
    void respond(answer, async () => {
      const instead = receive(request);
      if (instead === 'silence') return;
      if (instead !== undefined) return void answer.writeHead(instead.status, instead.headers).end(instead.body);
      await serve(server, { request, answer, folder });
    });
  });
  https.on('upgrade', (request: IncomingMessage, connection: Duplex) => {
    connection.on('error', () => {});
    try {
      const instead = receive(request);
      if (instead === 'silence') return;
      if (instead !== undefined) return refuse(connection, instead.status, instead.body ?? '');
      const { pathname, searchParams } = new URL(request.url ?? '', 'https://server');
      const pod = pathname.slice(folder.length + 1, -'/attach'.length);
      store.get(pod);
      server.attachments.accept(request, connection, { pod, container: searchParams.get('container') ?? '' });
    } catch (error) {
      if (error instanceof StatusError) refuse(connection, error.code, JSON.stringify(error.object));
      else connection.destroy();
    }
  });
  https.on('secureConnection', (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
  });
  https.listen(0, '127.0.0.1');
  await once(https, 'listening');
  server.url = `https://127.0.0.1:${(https.address() as AddressInfo).port}`;
  return server;

  async function stop(): Promise<void> {
    const closed = once(https, 'close');
    https.close();
    https.closeAllConnections();
    for (const connection of connections) connection.destroy();
    await closed;
  }
}

/** Returns a pod with one container. */
export function manifestOf(name: string, labels: Record<string, string> = {}) {
  return { metadata: { name, labels }, spec: { containers: [{ name: 'sandbox', image: 'an-image' }] } };
}

/** Returns how to reach a server, with its token. */
export function clusterOf({ url, authority, token }: ApiServer, changes: Partial<Cluster> = {}): Cluster {
  return {
    server: new URL(url),
    namespace: 'sandboxes',
    tls: { ca: Buffer.from(authority) },
    authorization: { current: async () => `Bearer ${token}`, forget: () => {} },
    ...changes,
  };
}

interface Exchange {
  request: IncomingMessage;
  answer: ServerResponse;
  /** The path of the pods. */
  folder: string;
}

async function serve(server: ApiServer, { request, answer, folder }: Exchange): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'https://server');
  const text = Buffer.concat(await request.toArray()).toString('utf8');
  const body = text === '' ? {} : JSON.parse(text);
  const name = decodeURIComponent(pathname.slice(folder.length + 1));
  const selector = query.get('labelSelector') ?? '';
  const { pods, watches, deletions } = server;
  if (pathname !== folder && !pathname.startsWith(`${folder}/`))
    throw new StatusError(403, 'Forbidden', `pods is forbidden: no access to ${pathname}`);
  if (request.method === 'POST') return send(answer, 201, pods.create(body));
  if (request.method === 'DELETE') {
    deletions.push(body);
    return send(answer, 200, pods.delete(name, body.preconditions?.uid));
  }
  if (name !== '') return send(answer, 200, pods.get(name));
  if (['1', 'true'].includes(query.get('watch') ?? '')) {
    return watches.open(answer, { selector, version: Number(query.get('resourceVersion')) });
  }
  const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
  send(answer, 200, pods.list({ selector, limit, continued: query.get('continue') ?? undefined }));
}

async function respond(answer: ServerResponse, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StatusError) send(answer, error.code, error.object);
    else answer.destroy();
  }
}

function send(answer: ServerResponse, status: number, object: object): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(object));
}

/** Answers a request for a WebSocket with an error. */
function refuse(connection: Duplex, status: number, body: string): void {
  const head = `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  connection.end(head + body);
}
