import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpConnection } from '../http-connection.ts';
import { ConnectError } from '../http-connection.ts';
import { Refusal } from './refusal.ts';

/** The one connection to the host of a program's connection. It is opened for the first request and never replaced. */
export interface Upstream {
  /** Returns an agent that sends requests over the connection, one at a time. @throws Refusal; @throws Error after `destroy` */
  open(): Promise<Agent>;
  destroy(): void;
}

/** Creates the upstream side of a connection. `onClose` is called when an opened upstream connection has closed. */
export function createUpstream({ connect }: Pick<HttpConnection, 'connect'>, onClose: () => void): Upstream {
  let opened: Promise<Agent> | undefined;
  let isDestroyed = false;
  let socket: Duplex | undefined;
  return {
    open: () => {
      opened ??= start();
      return opened;
    },
    destroy() {
      isDestroyed = true;
      socket?.destroy();
    },
  };

  async function start(): Promise<Agent> {
    const connected = await connect().catch((error: unknown) => {
      if (isDestroyed) throw error;
      throw new Refusal(error instanceof ConnectError ? error.reason : 'connect_failed');
    });
    // Errors of requests are reported to them; between requests, the end of the connection is enough.
    connected.on('error', () => {});
    connected.once('close', onClose);
    if (isDestroyed) connected.destroy();
    socket = connected;
    return agentOf(connected);
  }
}

function agentOf(socket: Duplex): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
  let isTaken = false;
  agent.createConnection = (_options, onConnect) => {
    if (isTaken || socket.destroyed) {
      onConnect?.(new Refusal('connect_failed'), socket);
      return undefined;
    }
    isTaken = true;
    return socket;
  };
  // The usual implementation sets time limits, which the owner of the connection has. Between two requests, Node destroys a
  // socket that receives data.
  agent.keepSocketAlive = () => true;
  return agent;
}
