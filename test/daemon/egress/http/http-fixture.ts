import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HttpLimits, httpLimits } from '../../../../src-daemon/egress/child/http/http-limits.ts';
import { proxyHttp } from '../../../../src-daemon/egress/child/http/proxy-http.ts';
import type { HttpConnection } from '../../../../src-daemon/egress/child/http-connection.ts';
import type { BoundSecret } from '../../../../src-daemon/egress/policy.ts';
import type { BlockedReason } from '../../../../src-shared/contracts/network/network-events.ts';
import { effectiveRule, type NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { cleanUpAfterTest } from '../../../support/leftovers/clean-ups.ts';
import { until } from '../../../support/until.ts';

export const host = 'api.example.com';
export const placeholder = 'srph_TOKEN_0123456789abcdefghijAB';
export const value = 'tok-7f3a+/S3cret%value';

/** A secret that is allowed in the usual header, two other locations, and at one host. */
export const token: BoundSecret = {
  name: 'TOKEN',
  placeholder,
  value,
  locations: [{ host, in: ['authorization', 'x-api-key', 'query:key', 'body:/auth/token'] }],
};

export interface Setup {
  rule?: Partial<NetworkRule>;
  secrets?: BoundSecret[];
  allSecrets?: BoundSecret[];
  isTls?: boolean;
  port?: number;
  limits?: Partial<HttpLimits>;
  /** Stream instead of the other end of `client`. */
  program?: Duplex;
  connect?: HttpConnection['connect'];
  recordUse?: HttpConnection['recordUse'];
  /** Answers the requests of the host. */
  answer?: RequestListener;
  /** Handles the connection of the host instead of `answer`. */
  host?: (socket: Socket) => void;
}

export interface Fixture {
  /** The connection of the program. */
  client: Socket;
  /** Bytes that reached the host, and those that reached the program. */
  sent(): Buffer;
  received(): string;
  blocked: [BlockedReason, string | undefined][];
  requests: { method: string; path: string; status: number | null; secrets: string[] }[];
  uses: string[];
  connects(): number;
  /** Number of values that were masked in responses. */
  masked(): number;
  isClosed(): boolean;
  /** Sends bytes as the program. */
  send(bytes: string | Uint8Array): void;
  /** Waits until the program has received a text. */
  receive(text: string): Promise<string>;
  /** Waits until the connection of the program is closed. */
  closed(): Promise<string>;
}

const opened: { close(): void }[] = [];
cleanUpAfterTest(() => {
  for (const one of opened.splice(0)) one.close();
});

/** Connects a program to a host through the part under test, with sockets on the loopback interface. */
export async function startFixture(setup: Setup = {}): Promise<Fixture> {
  const { isTls = true, secrets = [], port = isTls ? 443 : 80 } = setup;
  const sentChunks: Buffer[] = [];
  const receivedChunks: Buffer[] = [];
  const [blocked, requests, uses]: [Fixture['blocked'], Fixture['requests'], string[]] = [[], [], []];
  let connects = 0;
  let masked = 0;
  let isClosed = false;
  const upstreamPort = await startHost(setup, sentChunks);
  const [client, socket] = await socketPair();
  const { program = socket } = setup;
  client.on('data', (chunk: Buffer) => receivedChunks.push(chunk));
  client.on('error', () => {});
  client.once('close', () => {
    isClosed = true;
  });
  const connection: HttpConnection = {
    ...{ program, host, port, isTls, secrets, allSecrets: setup.allSecrets ?? secrets },
    rule: effectiveRule({ host, ...setup.rule } as NetworkRule),
    connect: async () => {
      connects++;
      return setup.connect?.() ?? openSocket(upstreamPort);
    },
    recordUse: async (name) => {
      uses.push(name);
      return (await setup.recordUse?.(name)) ?? true;
    },
    onRequest: (request) => requests.push(request),
    onMasked: (count) => {
      masked += count;
    },
    onBlocked: (reason, method) => blocked.push([reason, method]),
  };
  proxyHttp(connection, { ...httpLimits, ...setup.limits });
  const received = () => Buffer.concat(receivedChunks).toString('latin1');
  return {
    ...{ client, blocked, requests, uses, received },
    sent: () => Buffer.concat(sentChunks),
    connects: () => connects,
    masked: () => masked,
    isClosed: () => isClosed,
    send: (bytes) => void client.write(bytes),
    async receive(text) {
      await until(() => received().includes(text));
      return received();
    },
    async closed() {
      await until(() => isClosed);
      return received();
    },
  };
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  opened.push({ close: () => socket.destroy() });
  await once(socket, 'connect');
  return socket;
}

async function startHost({ answer, host: serve }: Setup, sent: Buffer[]): Promise<number> {
  const web = createServer((request, response) => {
    if (answer !== undefined) return answer(request, response);
    request.resume().once('end', () => response.end('fine'));
  });
  const server = createTcpServer((socket) => {
    opened.push({ close: () => socket.destroy() });
    socket.on('error', () => {});
    if (serve !== undefined) serve(socket);
    else web.emit('connection', socket);
    // After the server, which would take the bytes away from an earlier listener.
    socket.on('data', (chunk: Buffer) => sent.push(chunk));
  });
  return listen(server);
}

/** Opens both ends of a connection on the loopback interface. */
export async function socketPair(): Promise<[Socket, Socket]> {
  const server = createTcpServer();
  const port = await listen(server);
  const accepted = once(server, 'connection');
  const client = await openSocket(port);
  const [program] = (await accepted) as [Socket];
  opened.push({ close: () => program.destroy() });
  return [client, program];
}

async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  opened.push({ close: () => server.close() });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns a request as bytes; a line feed in the lines becomes CR LF. */
export function requestText(line: string, ...fields: string[]): string {
  return `${[line, ...fields].join('\r\n')}\r\n\r\n`;
}

export const get = (target: string, ...fields: string[]) =>
  requestText(`GET ${target} HTTP/1.1`, `Host: ${host}`, ...fields);

export const post = (body: string, ...fields: string[]) =>
  requestText('POST / HTTP/1.1', `Host: ${host}`, `Content-Length: ${Buffer.byteLength(body)}`, ...fields) + body;
