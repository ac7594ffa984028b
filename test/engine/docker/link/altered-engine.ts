import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Json = Record<string, unknown> & { HostConfig?: Record<string, unknown> };

/** The changes to calls and answers between the daemon and the real engine. */
export interface Alterations {
  /** The engine's answer about itself. */
  info?: (info: Json) => Json;
  /** A call that creates a container. */
  create?: (options: Json) => Json | Promise<Json>;
  /** The answer to a call that creates a container. */
  created?: (answer: Json) => Json;
  /** The answer to a call that creates a network. */
  network?: (answer: Json) => Json;
  /** Answers a call that removes a container with 409, as the engine does during a removal. */
  refusesRemoval?: boolean;
  /** A chunk that a container writes to its attached stream. */
  attached?: (bytes: Buffer) => Buffer;
}

/** The real engine behind a proxy that alters some calls, for example ignores options or claims missing ones. */
export interface AlteredEngine {
  host: string;
  /** Replaces the changes. */
  alter(alterations: Alterations): void;
  stop(): Promise<void>;
}

export async function startAlteredEngine(first: Alterations, targetPath: string): Promise<AlteredEngine> {
  const socketPath = join(mkdtempSync(join(tmpdir(), 'altered-')), 'docker.sock');
  const sockets = new Set<Socket>();
  let alterations = first;

  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '', 'http://engine');
    if (alterations.refusesRemoval && asked.method === 'DELETE' && pathname.includes('/containers/')) {
      return refuse(answer, 409, 'removal of container is already in progress');
    }
    const change = changesOf(pathname, alterations);
    pass(asked, answer, { targetPath, ...change }).catch(() => answer.destroy());
  });
  // An attached stream is raw bytes and no longer HTTP.
  server.on('upgrade', (asked, near: Socket) => {
    const far = createConnection(targetPath);
    const headers = asked.rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
    far.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers}\r\n`);
    const { attached = (bytes) => bytes } = alterations;
    near.pipe(far);
    far.on('data', (bytes) => near.write(attached(bytes))).on('end', () => near.end());
    for (const socket of [near, far])
      socket.on('error', () => {}).on('close', () => [near, far].map((s) => s.destroy()));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(socketPath);
  await once(server, 'listening');
  return {
    host: `unix://${socketPath}`,
    alter: (next) => {
      alterations = next;
    },
    stop: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
      rmSync(dirname(socketPath), { recursive: true });
    },
  };
}

interface Changes {
  ofCall?: ((body: Json) => Json | Promise<Json>) | undefined;
  ofAnswer?: ((body: Json) => Json) | undefined;
}

function changesOf(path: string, { info, create, created, network }: Alterations): Changes {
  // The whole body is read first: an engine that refuses the call may close the connection before a second write.
  if (path.endsWith('/containers/create')) return { ofCall: create ?? ((body) => body), ofAnswer: created };
  if (path.endsWith('/networks/create')) return { ofAnswer: network };
  return path.endsWith('/info') ? { ofAnswer: info } : {};
}

/** Forwards a call to the engine at a socket and its answer back, with optional changes. */
export async function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  { targetPath: socketPath, ofCall, ofAnswer }: Changes & { targetPath: string },
): Promise<void> {
  const { method, url: path, headers } = asked;
  const body = ofCall && Buffer.from(JSON.stringify(await ofCall(JSON.parse(await textOf(asked)))));
  const length = body && { 'content-length': body.length };
  const far = request({ socketPath, method, path, headers: { ...headers, ...length } });
  far.on('error', () => answer.destroy());
  answer.on('close', () => far.destroy());
  if (body) far.end(body);
  else asked.pipe(far);
  const [reply] = (await once(far, 'response')) as [IncomingMessage];
  const status = reply.statusCode ?? 502;
  if (ofAnswer && status < 300) {
    const text = JSON.stringify(ofAnswer(JSON.parse(await textOf(reply))));
    answer.writeHead(status, { 'content-type': 'application/json' }).end(text);
    return;
  }
  // Sent at once, because a client that follows the events waits for the head before the first event.
  answer.writeHead(status, reply.headers).flushHeaders();
  reply.pipe(answer);
}

/** Answers a call with an error, in the engine's format. */
export function refuse(answer: ServerResponse, status: number, message: string): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

async function textOf(message: IncomingMessage): Promise<string> {
  return Buffer.concat(await message.toArray()).toString('utf8');
}
