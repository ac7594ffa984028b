import { connect } from 'node:net';
import { until } from '../until.ts';

/** Sends bytes to 127.0.0.1 and returns all that is received until the other side closes the connection. */
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

/** Opens a connection that a test writes to step by step. */
export function openRaw(port: number) {
  const socket = connect({ host: '127.0.0.1', port });
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  return {
    write: (bytes: string) => void socket.write(bytes),
    /** Waits until this text was received, and returns all received text. */
    until: async (part: string): Promise<string> => {
      await until(() => received.includes(part));
      return received;
    },
    destroy: () => void socket.destroy(),
  };
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Parses the answers in the text of a connection. Each final answer has a Content-Length. */
export function readAnswers(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  while (rest !== '') {
    const headEnd = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    answers.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      body: Buffer.from(rest.slice(headEnd + 4))
        .subarray(0, length)
        .toString(),
    });
    rest = Buffer.from(rest.slice(headEnd + 4))
      .subarray(length)
      .toString();
    if (headEnd < 0) break;
  }
  return answers;
}
