import { mkdtempSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy to the real engine that can be cut, frozen and opened again. The shared engine must not be stopped. */
export interface EngineProxy {
  socketPath: string;
  open(): Promise<void>;
  /** Acts as a stopped engine: the socket refuses connections, and open connections are closed. */
  cut(): Promise<void>;
  /** Acts as an engine that shuts down: it accepts no new connection, and open connections continue. */
  refuse(): void;
  /** Acts as a hanging engine: no data passes, and connections stay open. */
  freeze(): void;
  /** Acts as an engine that recovered: hanging connections are closed, and new ones are served. */
  thaw(): void;
  /** Holds all further calls that start a container, so that containers stay in the state created. */
  holdStarts(): void;
}

const startCall = /^POST \S*\/containers\/[0-9a-f]+\/start /;

export function createEngineProxy(targetPath = '/var/run/docker.sock'): EngineProxy {
  const socketPath = join(mkdtempSync(join(tmpdir(), 'proxy-')), 'docker.sock');
  const sockets = new Set<Socket>();
  let frozen = false;
  let holdsStarts = false;

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = createConnection({ path: targetPath, allowHalfOpen: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
      if (frozen) socket.pause();
    }
    if (frozen) return;
    // The daemon opens a connection for each call.
    near.once('data', (head: Buffer) => {
      if (holdsStarts && startCall.test(head.toString('latin1'))) return void near.pause();
      far.write(head);
      near.pipe(far);
    });
    far.pipe(near);
  });

  return {
    socketPath,
    open: () => {
      frozen = false;
      return new Promise((resolve) => server.listen(socketPath, resolve));
    },
    cut: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
    refuse: () => void server.close(),
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    holdStarts: () => {
      holdsStarts = true;
    },
    thaw: () => {
      frozen = false;
      for (const socket of sockets) socket.destroy();
    },
  };
}
