import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A host on the loopback. */
export interface Upstream {
  port: number;
  /** Connections so far. */
  readonly count: number;
  stop(): void;
}

/** Starts a TCP server. Both directions of its connections end one by one. */
export function startUpstream(onConnection: (socket: Socket) => void): Promise<Upstream> {
  return listening(createServer({ allowHalfOpen: true }), 'connection', onConnection);
}

export function startTlsUpstream(options: TlsOptions, onConnection: (socket: Socket) => void): Promise<Upstream> {
  return listening(createTlsServer(options), 'secureConnection', onConnection);
}

async function listening(
  server: Server,
  event: 'connection' | 'secureConnection',
  onConnection: (socket: Socket) => void,
): Promise<Upstream> {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count++;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  (server as NodeJS.EventEmitter).on(event, (socket: Socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get count() {
      return count;
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
