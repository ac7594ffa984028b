import { createSocket } from 'node:dgram';
import { getServers } from 'node:dns';
import { connect } from 'node:net';

/** Answers a DNS message with another; undefined when no name server has an answer in time. */
export type NameRelay = (query: Buffer, transport: 'udp' | 'tcp') => Promise<Buffer | undefined>;

const limitMs = 3000;
const headerBytes = 12;
const atOnceCap = 64;

/**
 * Hands DNS messages to the name servers of this machine, one server after the other, and their answers back as they
 * are. `servers` are addresses as `dns.getServers` has them.
 */
export function createNameRelay(servers: () => readonly string[] = getServers): NameRelay {
  let underWay = 0;

  return async (query, transport) => {
    if (query.length < headerBytes || underWay >= atOnceCap) return undefined;
    underWay++;
    try {
      for (const server of servers()) {
        const answer = await ask(query, transport, parseServer(server)).catch(() => undefined);
        if (answer !== undefined) return answer;
      }
      return undefined;
    } finally {
      underWay--;
    }
  };
}

interface Server {
  host: string;
  port: number;
}

/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1`, `[2001:db8::1]:5353` */
function parseServer(text: string): Server {
  const [, host = text, port] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(isBareIpv6(text) ? `[${text}]` : text) ?? [];
  return { host, port: Number(port ?? 53) };
}

function isBareIpv6(text: string): boolean {
  return !text.startsWith('[') && text.split(':').length > 2;
}

function ask(query: Buffer, transport: 'udp' | 'tcp', server: Server): Promise<Buffer> {
  return transport === 'udp' ? askByDatagram(query, server) : askByLine(query, server);
}

function askByDatagram(query: Buffer, { host, port }: Server): Promise<Buffer> {
  const answer = Promise.withResolvers<Buffer>();
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const timer = setTimeout(() => answer.reject(new Error('no answer')), limitMs);
  socket.once('error', answer.reject);
  // Connected, so that nobody but the server is heard; and of it only the answer to this question.
  socket.connect(port, host, () => socket.send(query));
  socket.on('message', (message) => {
    if (message.length >= headerBytes && message.readUInt16BE(0) === query.readUInt16BE(0)) answer.resolve(message);
  });
  return answer.promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function askByLine(query: Buffer, { host, port }: Server): Promise<Buffer> {
  const answer = Promise.withResolvers<Buffer>();
  const socket = connect({ host, port });
  let received: Buffer = Buffer.alloc(0);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  socket.setTimeout(limitMs, () => answer.reject(new Error('no answer')));
  socket.once('error', answer.reject);
  socket.once('close', () => answer.reject(new Error('no answer')));
  socket.write(Buffer.concat([length, query]));
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
    answer.resolve(received.subarray(2, 2 + received.readUInt16BE(0)));
  });
  return answer.promise.finally(() => socket.destroy());
}
