import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on the loopback that answers the method CONNECT. */
export interface ConnectProxy {
  address: string;
  port: number;
  /** The authorities that it was asked for, in order. */
  asked: string[];
  stop(): void;
}

/** Starts a proxy that connects every host to the address that `find` returns, and refuses with 403 without one. */
export async function startConnectProxy(
  find: (authority: string) => { host: string; port: number } | undefined,
): Promise<ConnectProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, program: Socket) => {
    program.on('error', () => {});
    asked.push(request.url ?? '');
    const target = find(request.url ?? '');
    if (target === undefined) return program.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    const upstream = connect({ ...target, allowHalfOpen: true }, () => {
      program.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(program).pipe(upstream);
    });
    upstream.on('error', () => program.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ address: `http://127.0.0.1:${port}`, port, asked },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
