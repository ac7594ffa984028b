import { mkdtempSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A socket that leads to the real engine and can be cut, frozen and opened again, which the engine itself may not. */
export interface EngineProxy {
  socketPath: string;
  open(): Promise<void>;
  /** As a stopped engine: the socket refuses, every connection breaks. */
  cut(): Promise<void>;
  /** As one that shuts down: no new connection is taken, those that are open go on. */
  refuse(): void;
  /** As a hanging engine: nothing more comes through, nothing breaks. */
  freeze(): void;
  /** As one that has caught up: what hung is broken, and who asks anew is answered. */
  thaw(): void;
  /** From now on no call that starts a container reaches the engine: what is created stays created. */
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
