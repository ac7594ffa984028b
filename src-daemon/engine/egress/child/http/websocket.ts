import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FormIndex } from '../../../../programs/output/form-index.ts';
import { fieldsOf, withoutHopByHop } from './header-fields.ts';
import { maskFields } from './response/byte-mask.ts';

/** The host's side of a connection that has become a WebSocket. */
export interface Upgraded {
  socket: Duplex;
  /** First bytes after the head. */
  head: Buffer;
}

/**
 * Answers the handshake of a WebSocket (RFC 6455) and copies bytes in both directions until one side closes. The bytes are
 * not searched.
 */
export async function joinWebSocket(
  incoming: IncomingMessage,
  {
    upgraded,
    program,
    head,
    values,
  }: { upgraded: Upgraded; program: Duplex; head: Buffer; values: FormIndex | undefined },
): Promise<void> {
  const fields = withoutHopByHop(fieldsOf(incoming.rawHeaders));
  const masked = values === undefined ? fields : maskFields(values, fields);
  const lines = [['Upgrade', 'websocket'], ['Connection', 'Upgrade'], ...masked].map((field) => field.join(': '));
  program.write(Buffer.from(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  if (upgraded.head.length > 0) program.write(upgraded.head);
  if (head.length > 0) upgraded.socket.write(head);
  // It fails when one side closes without an end, which is no error here.
  await pipeline(program, upgraded.socket, program).catch(() => {});
  program.destroy();
  upgraded.socket.destroy();
}
