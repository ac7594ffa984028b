import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';

/** Makes a server listen. Rejects with the error of the system; the server can then listen elsewhere. */
export async function listenOn(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}
