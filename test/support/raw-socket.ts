import { connect } from 'node:net';

/** Sends bytes as they are to 127.0.0.1 and answers all that comes back until the other side closes. */
export function sendBytes(port: number, bytes: string | Uint8Array, { end = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    if (end) socket.end(bytes);
    else socket.write(bytes);
  });
}
