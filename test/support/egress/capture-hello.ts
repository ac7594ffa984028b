import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';

/** Returns the first bytes that Node's TLS client sends with these options. */
export function captureHello(options: ConnectionOptions): Promise<Buffer> {
  return new Promise((resolve) => {
    const stream = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        resolve(Buffer.from(chunk));
        done();
        setImmediate(() => client.destroy());
      },
    });
    const client = connect({ socket: stream, ...options }).on('error', () => {});
  });
}
