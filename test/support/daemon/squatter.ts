import { createServer, type Server, type Socket } from 'node:net';
import { cleanUpAfterTest } from '../leftovers/clean-ups.ts';
import { until } from '../until.ts';

export interface Squatter {
  port: number;
  /** Returns the text that each connection has sent so far. */
  received(): string[];
  close(): Promise<void>;
}

const open = new Set<Squatter>();
cleanUpAfterTest(async () => {
  for (const squatter of open) await squatter.close();
});

/** Listens on the port of a daemon that has exited, as any process of this machine can, and records the requests. */
export async function squat(port: number, host = '127.0.0.1'): Promise<Squatter> {
  const connections = new Map<Socket, string>();
  const server = createServer((socket) => {
    connections.set(socket, '');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => connections.set(socket, `${connections.get(socket)}${bytes}`));
  });
  await until(() => canListen(server, { port, host }));
  const squatter: Squatter = {
    port: (server.address() as { port: number }).port,
    received: () => [...connections.values()],
    close: () => {
      open.delete(squatter);
      for (const socket of connections.keys()) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  open.add(squatter);
  return squatter;
}

function canListen(server: Server, address: { port: number; host: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const fail = () => resolve(false);
    server.once('error', fail);
    server.listen(address, () => {
      server.off('error', fail);
      resolve(true);
    });
  });
}
