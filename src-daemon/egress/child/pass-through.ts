import type { Connection } from './connection.ts';

/**
 * Connects the host and copies bytes in both directions, with back-pressure. Each direction ends on its own; a reset of one
 * side resets the other.
 * @throws ConnectError
 */
export async function passThrough({ program, connect, report }: Connection): Promise<void> {
  const socket = await connect();
  report('open');
  // The host has reset the connection, or it was closed at a limit. After a normal end, the program still gets bytes.
  socket.once('close', () => {
    if (!socket.readableEnded) program.destroy();
  });
  program.pipe(socket);
  socket.pipe(program);
}
