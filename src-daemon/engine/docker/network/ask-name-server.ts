import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { isAnswerTo } from './dns-message.ts';

export type NameTransport = 'udp' | 'tcp';

export interface NameQuestion {
  query: Buffer;
  transport: NameTransport;
  /** Closes the socket when the answer is no longer needed. */
  signal: AbortSignal;
}

/**
 * Sends a query to one name server, `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`, and resolves
 * with the answer.
 * @throws Error when the server refuses the connection, closes it, or the signal is aborted
 */
export async function askNameServer(server: string, question: NameQuestion): Promise<Buffer> {
  const address = parseServer(server);
  return question.transport === 'udp' ? askByUdp(address, question) : askByTcp(address, question);
}

interface ServerAddress {
  host: string;
  port: number;
}

function parseServer(text: string): ServerAddress {
  const [, host = text, port] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(isBareIpv6(text) ? `[${text}]` : text) ?? [];
  return { host, port: Number(port ?? 53) };
}

function isBareIpv6(text: string): boolean {
  return !text.startsWith('[') && text.split(':').length > 2;
}

function askByUdp({ host, port }: ServerAddress, { query, signal }: NameQuestion): Promise<Buffer> {
  const answer = Promise.withResolvers<Buffer>();
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const onAbort = () => answer.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  socket.on('error', answer.reject);
  // A connected socket receives only from this server, and reports a closed port as an error.
  socket.connect(port, host, () => socket.send(query));
  socket.on('message', (message) => {
    if (isAnswerTo(query, message)) answer.resolve(message);
  });
  return answer.promise.finally(() => {
    signal.removeEventListener('abort', onAbort);
    socket.close();
  });
}

function askByTcp({ host, port }: ServerAddress, { query, signal }: NameQuestion): Promise<Buffer> {
  const answer = Promise.withResolvers<Buffer>();
  const socket = connect({ host, port });
  const onAbort = () => answer.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let received: Buffer = Buffer.alloc(0);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  socket.on('error', answer.reject);
  socket.once('close', () => answer.reject(new Error('the name server closed the connection')));
  socket.write(Buffer.concat([length, query]));
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
    const message = received.subarray(2, 2 + received.readUInt16BE(0));
    if (isAnswerTo(query, message)) answer.resolve(message);
    else answer.reject(new Error('the name server sent something else'));
  });
  return answer.promise.finally(() => {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  });
}
