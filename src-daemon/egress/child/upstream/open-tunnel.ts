import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Target } from '../label.ts';

/**
 * Asks a proxy on an open connection to connect a host (RFC 9110, section 9.3.6). The connection then has the bytes of the
 * host alone. It is destroyed after a failure.
 * @throws Error if the proxy refuses, answers no HTTP, or closes the connection
 */
export async function openTunnel(socket: Socket, { host, port }: Target, stop: AbortSignal): Promise<Socket> {
  const authority = `${host}:${port}`;
  try {
    const { request } = await import('node:http');
    const asked = request({
      ...{ method: 'CONNECT', path: authority, headers: { Host: authority }, setHost: false },
      createConnection: () => socket,
    });
    // Also after an abort: an error without a listener would end the process.
    asked.on('error', () => {}).end();
    const [response, , head] = (await once(asked, 'connect', { signal: stop })) as [IncomingMessage, Socket, Buffer];
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) throw new Error(`the proxy answered ${statusCode}`);
    if (head.length > 0) socket.unshift(head);
    return socket;
  } catch (error) {
    socket.on('error', () => {}).destroy();
    throw error;
  }
}
