import { createSocket, type Socket as DatagramSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const headerBytes = 12;
const typeA = 1;
const typeAaaa = 28;

/** The answer of the server to a query for a name. */
export interface NameRecords {
  /** IPv4 addresses. */
  a?: string[];
  /** IPv6 addresses with all eight groups. */
  aaaa?: string[];
  delayMs?: number;
  isSilent?: boolean;
  /** The code of the answer (RFC 1035, RCODE); 0 unless given. */
  code?: number;
}

export interface TestNameServer {
  /** `127.0.0.1:PORT` */
  at: string;
  /** The names of all questions, in order. */
  asked: string[];
  stop: () => void;
}

/**
 * Starts a test name server, by UDP and TCP on one port of the loopback. It has one address for all names,
 * or the records that a function returns for each.
 */
export async function startNameServer(
  zone: string | ((name: string) => NameRecords),
  listenAt = '127.0.0.1',
): Promise<TestNameServer> {
  const recordsOf = typeof zone === 'string' ? () => ({ a: [zone] }) : zone;
  const asked: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const answer = (query: Buffer, send: (reply: Buffer) => void) => {
    const name = nameIn(query);
    asked.push(name);
    const records: NameRecords = recordsOf(name);
    if (records.isSilent) return;
    timers.add(setTimeout(() => send(answerTo(query, records)), records.delayMs ?? 0));
  };
  const { datagrams, streams } = await openOnOnePort(listenAt);
  datagrams.on('message', (query, from: RemoteInfo) =>
    answer(query, (reply) => datagrams.send(reply, from.port, from.address)),
  );
  const sockets = new Set<Socket>();
  streams.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (message: Buffer) =>
      answer(message.subarray(2), (reply) =>
        socket.end(Buffer.concat([Buffer.from([reply.length >> 8, reply.length & 255]), reply])),
      ),
    );
  });
  return {
    at: `${listenAt}:${datagrams.address().port}`,
    asked,
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      datagrams.close();
      streams.close();
    },
  };
}

/**
 * Opens a TCP server and a UDP socket with the same port. The system chooses a port that is free for TCP. If
 * another program uses it for UDP, the next choice is tried.
 */
async function openOnOnePort(listenAt: string): Promise<{ datagrams: DatagramSocket; streams: Server }> {
  for (;;) {
    const streams = createServer();
    await once(streams.listen(0, listenAt), 'listening');
    const { port } = streams.address() as AddressInfo;
    const datagrams = createSocket('udp4');
    try {
      await once(datagrams.bind(port, listenAt), 'listening');
      return { datagrams, streams };
    } catch (error) {
      datagrams.close();
      streams.close();
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** Returns the name in the question of a DNS message. */
export function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = headerBytes; query.readUInt8(at) !== 0; at += query.readUInt8(at) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query.readUInt8(at)));
  }
  return labels.join('.');
}

/** Makes a DNS query for the IPv4 address of a name (RFC 1035). */
export function queryFor(name: string, id: number): Buffer {
  const header = Buffer.from([id >> 8, id & 255, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, typeA, 0, 1])]);
}

/** Returns the answer (RFC 1035): the question, and the records of its type with a pointer to its name. */
function answerTo(query: Buffer, { a = [], aaaa = [], code = 0 }: NameRecords): Buffer {
  const question = query.subarray(headerBytes, headerBytes + nameIn(query).length + 2 + 4);
  const type = question.readUInt16BE(question.length - 4);
  const addresses = type === typeA ? a.map(bytesOfIpv4) : type === typeAaaa ? aaaa.map(bytesOfIpv6) : [];
  const header = Buffer.from(query.subarray(0, headerBytes));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.fill(0, 8);
  const records = addresses.map((bytes) =>
    Buffer.from([0xc0, headerBytes, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  return Buffer.concat([header, question, ...records]);
}

function bytesOfIpv4(address: string): number[] {
  return address.split('.').map(Number);
}

function bytesOfIpv6(address: string): number[] {
  return address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
}
