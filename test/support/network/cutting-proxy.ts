import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { cleanUpAfterTest } from '../leftovers/clean-ups.ts';

export interface CuttingProxy {
  url: string;
  /** Paths of the requests that it has passed on, with their methods and `Last-Event-ID`. */
  seen: { method: string; path: string; lastEventId: string | undefined }[];
  /** Texts of answers at which the connections break, each once. The text itself may be lost. */
  cutAt: string[];
  /** Breaks all connections. New ones are passed on again. */
  cut(): void;
  /** Breaks all connections and accepts no new ones. */
  close(): Promise<void>;
}

const open = new Set<CuttingProxy>();
cleanUpAfterTest(async () => {
  for (const proxy of open) await proxy.close();
});

/** Passes requests on to a daemon, under the Host that it requires, until its connections are cut. */
export async function startCuttingProxy(daemonUrl: string): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const seen: CuttingProxy['seen'] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    seen.push({ method, path: url, lastEventId: headers['last-event-id'] as string | undefined });
    passOn(daemonUrl, incoming, response).on('data', (chunk: Buffer) => {
      const index = proxy.cutAt.findIndex((text) => chunk.includes(text));
      if (index === -1) return;
      proxy.cutAt.splice(index, 1);
      proxy.cut();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    cutAt: [],
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      open.delete(proxy);
      proxy.cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  open.add(proxy);
  return proxy;
}

/** Returns the bytes of the answer, which are also sent to the client. */
function passOn(daemonUrl: string, incoming: IncomingMessage, response: ServerResponse): PassThrough {
  const { method, url, headers } = incoming;
  const { host } = new URL(daemonUrl);
  const bytes = new PassThrough();
  const outgoing = request(new URL(url ?? '/', daemonUrl), { method, headers: { ...headers, host }, agent: false });
  outgoing.on('error', () => response.destroy());
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on('error', () => response.destroy());
    bytes.pipe(response);
    answer.pipe(bytes);
  });
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
  return bytes;
}
