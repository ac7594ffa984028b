import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The port cannot be had; the message names it. */
export class ListenError extends Error {
  /** By another program, which has the port open. */
  readonly isTaken: boolean;

  constructor(port: number, cause: unknown) {
    const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const words = taken
      ? `Port ${port} is taken by another program. Stop it, or name another port with --port.`
      : `Port ${port} of 127.0.0.1 cannot be opened.`;
    super(words, { cause });
    this.name = 'ListenError';
    this.isTaken = taken;
  }
}

export interface Listening {
  port: number;
  /** Takes no further connection and ends the idle ones; resolves when the last request has ended. */
  close(): Promise<void>;
  /** Ends what is still open. */
  abort(): void;
}

/** Serves at 127.0.0.1 and nowhere else; port 0 takes any free one. @throws ListenError */
export async function listen(server: Server, port: number): Promise<Listening> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    throw new ListenError(port, error);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closeServer(server),
    abort: () => server.closeAllConnections(),
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
