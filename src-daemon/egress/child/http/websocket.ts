import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FormIndex } from '../../../../src-shared-node/masking/form-index.ts';
import { endProgram } from './end-program.ts';
import { fieldsOf, withoutHopByHop } from './header-fields.ts';
import { maskFields, type OnMasked } from './response/byte-mask.ts';

/** The host's side of a connection that has become a WebSocket. */
export interface Upgraded {
  socket: Duplex;
  /** First bytes after the head. */
  head: Buffer;
}

interface JoinedSides {
  upgraded: Upgraded;
  program: Duplex;
  /** First bytes of the program after its request. */
  head: Buffer;
  values: FormIndex | undefined;
  onMasked: OnMasked;
}

/**
 * Answers the handshake of a WebSocket (RFC 6455) and copies bytes in both directions until one side closes. The bytes are
 * not searched.
 */
export async function joinWebSocket(
  incoming: IncomingMessage,
  { upgraded, program, head, values, onMasked }: JoinedSides,
): Promise<void> {
  const fields = withoutHopByHop(fieldsOf(incoming.rawHeaders));
  const masked = values === undefined ? fields : maskFields(values, fields, onMasked);
  const lines = [['Upgrade', 'websocket'], ['Connection', 'Upgrade'], ...masked].map((field) => field.join(': '));
  program.write(Buffer.from(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  if (upgraded.head.length > 0) program.write(upgraded.head);
  if (head.length > 0) upgraded.socket.write(head);
  await copyBoth(program, upgraded.socket);
}

/** Copies bytes in both directions and returns when the connection of the program is closed. */
async function copyBoth(program: Duplex, host: Duplex): Promise<void> {
  if (program.destroyed) return;
  // TLS, Node's server and these two directions listen for the same events.
  program.setMaxListeners(20);
  const closed = new Promise((resolve) => program.once('close', resolve));
  program.once('close', () => host.destroy());
  host.once('end', () => endProgram(program));
  host.once('close', () => (host.readableEnded ? endProgram(program) : program.destroy()));
  program.pipe(host);
  host.pipe(program, { end: false });
  if (host.destroyed) program.destroy();
  await closed;
}
