/**
 * A fake API server of a cluster over TLS: pods, watches, attached streams, leases. It starts no containers: a test sets the
 * status of a pod, and is given the stream of each client that attaches. container-pods.ts gives it a node with containers.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Cluster } from '../../../src-daemon/engine/kubernetes/link/cluster.ts';
import { type Certificate, makeCertificate } from '../network/certificate.ts';
import { attachTarget, respond, serve } from './api-routes.ts';
import { createLeaseStore, type LeaseStore } from './lease-store.ts';
import { createPodAttachments, type PodAttachments } from './pod-attachments.ts';
import { createPodStore, type PodStore } from './pod-store.ts';
import { createPodWatches, type PodWatches } from './pod-watches.ts';
import { StatusError } from './status-error.ts';

/** Replaces the answer to a request: no answer at all, or another one. */
export type PlantedAnswer = 'silence' | { status: number; headers?: Record<string, string>; body?: string };

export interface ApiServer {
  url: string;
  /** The certificate of the authority of its certificate, in PEM. */
  authority: string;
  /** The bearer token that it accepts. */
  token: string;
  namespace: string;
  /** The answer to `GET /version`. */
  version: { major: string; minor: string; gitVersion: string };
  /** The actions that the user may not do: `create pods`, `get pods/attach`. Requests for it get 403, and access reviews a denial. */
  denied: Set<string>;
  pods: PodStore;
  leases: LeaseStore;
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
  const store = createPodStore(namespace);
  const server: ApiServer = {
    url: '',
    authority,
    token: 'a-token-of-the-fake-server',
    namespace,
    version: { major: '1', minor: '32', gitVersion: 'v1.32.3' },
    denied: new Set(),
    pods: store,
    leases: createLeaseStore(store),
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
      await serve(server, request, answer);
    });
  });
  https.on('upgrade', (request: IncomingMessage, connection: Duplex) => {
    connection.on('error', () => {});
    try {
      const instead = receive(request);
      if (instead === 'silence') return;
      if (instead !== undefined) return refuse(connection, instead.status, instead.body ?? '');
      // As the framework of the servers does. Without the header a client accepts everything.
      const { accept = '*/*' } = request.headers;
      if (!accept.includes('*/*')) return refuse(connection, 406, '406: Not Acceptable');
      const target = attachTarget(server, request);
      server.attachments.admit(target);
      server.attachments.accept(request, connection, target);
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

/** Answers a request for a WebSocket with an error. */
function refuse(connection: Duplex, status: number, body: string): void {
  const head = `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  connection.end(head + body);
}
