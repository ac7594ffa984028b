import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findPortHolder, namePortHolder } from '../../../src-shared-node/port-holder.ts';
import { listenOn } from './listen-on.ts';
import { openLocalSocket } from './local-socket.ts';

export type ListenErrorReason = 'port_taken' | 'port_closed' | 'socket_closed';

/** The port or the socket cannot be opened; the message names it, and the program that has the port. */
export class ListenError extends Error {
  readonly reason: ListenErrorReason;

  constructor(reason: ListenErrorReason, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ListenError';
    this.reason = reason;
  }
}

export interface Listening {
  port: number;
  /** Path of the Unix socket or the named pipe, for the clients of this user. */
  socketPath: string;
  /** For the user, one line each. */
  warnings: readonly string[];
  /** Takes no further connection and ends the idle ones; resolves when the last request has ended. */
  close(): Promise<void>;
  /** Ends what is still open. */
  abort(): void;
}

interface ListenRequest {
  /** 0 uses any free port. */
  port: number;
  /** True if any free port may be used when another program has this one. */
  isPreferred?: boolean;
  /** Private to this user, and used by this process alone. */
  socketFolder: string;
}

/**
 * Any local program can open these connections. Their descriptors must leave enough for the engine and the database.
 */
const maxPortConnections = 512;

/**
 * Listens at 127.0.0.1, at the same port of [::1] if that is free, and at a socket. `createServer` creates one server of
 * the same app for each.
 * @throws ListenError
 */
export async function listen(
  createServer: () => Server,
  { port, isPreferred = false, socketFolder }: ListenRequest,
): Promise<Listening> {
  const opened: Server[] = [];
  const open = <T>(how: (server: Server) => Promise<T>): Promise<T> => {
    const server = createServer();
    opened.push(server);
    return how(server);
  };
  try {
    const first = await openFirstPort(open, { port, isPreferred });
    const actual = first.port;
    const socket = await open((server) => openSocket(server, socketFolder));
    const warning = await open((server) => openSecondLoopback(server, actual));
    return {
      port: actual,
      socketPath: socket.path,
      warnings: [first.warning, warning].filter((line) => line !== undefined),
      close: async () => {
        await Promise.all(opened.map(closeServer));
        socket.remove();
      },
      abort: () => {
        for (const server of opened) server.closeAllConnections();
      },
    };
  } catch (error) {
    await Promise.all(opened.map(closeServer));
    throw error;
  }
}

type Open = <T>(how: (server: Server) => Promise<T>) => Promise<T>;

/**
 * The port that is asked for, or, where it is only preferred and another program has it, any free one and a warning.
 */
async function openFirstPort(open: Open, { port, isPreferred }: { port: number; isPreferred: boolean }) {
  try {
    return { port: await open((server) => openPort(server, port)), warning: undefined };
  } catch (error) {
    if (!isPreferred || !(error instanceof ListenError) || error.reason !== 'port_taken') throw error;
    const actual = await open((server) => openPort(server, 0));
    const holder = namePortHolder(findPortHolder(port));
    const warning = `Port ${port}, which these data usually have, is taken by ${holder}. This start uses port ${actual}.`;
    return { port: actual, warning };
  }
}

async function openPort(server: Server, port: number): Promise<number> {
  server.maxConnections = maxPortConnections;
  try {
    await listenOn(server, { host: '127.0.0.1', port });
    return (server.address() as AddressInfo).port;
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE')
      throw new ListenError('port_closed', `Port ${port} of 127.0.0.1 cannot be opened.`, error);
    const holder = namePortHolder(findPortHolder(port));
    const message = `Port ${port} is taken by ${holder}. Stop it, or name another port with --port.`;
    throw new ListenError('port_taken', message, error);
  }
}

async function openSocket(server: Server, folder: string) {
  try {
    return await openLocalSocket(server, folder);
  } catch (error) {
    const why = codeOf(error) ?? (error instanceof Error ? error.message : 'unknown');
    const message = `No socket can be opened in ${folder} or among the temporary files (${why}).`;
    throw new ListenError('socket_closed', message, error);
  }
}

/** A browser may take `localhost` for this address. A warning where another program has it; none without IPv6. */
async function openSecondLoopback(server: Server, port: number): Promise<string | undefined> {
  server.maxConnections = maxPortConnections;
  try {
    await listenOn(server, { host: '::1', port, ipv6Only: true });
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'EINVAL') return undefined;
    const why =
      code === 'EADDRINUSE' ? `is taken by ${namePortHolder(findPortHolder(port, '::1'))}` : 'cannot be opened';
    return `[::1]:${port} ${why}. Use http://127.0.0.1:${port}; http://localhost:${port} may lead to another program.`;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
