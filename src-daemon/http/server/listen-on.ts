import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';

/** Has a server listen; rejects with the error of the system, after which the server can be tried elsewhere. */
export async function listenOn(server: Server, place: ListenOptions): Promise<void> {
  server.listen(place);
  await once(server, 'listening');
}
