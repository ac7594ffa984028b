import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

const headerBytes = 12;

/** A name server of the test's own, by UDP and TCP on one port of the loopback, that knows one address for all names. */
export async function startNameServer(address: string): Promise<{ at: string; asked: string[]; stop: () => void }> {
  const asked: string[] = [];
  const answer = (query: Buffer) => {
    asked.push(nameIn(query));
    return answerTo(query, address);
  };
  const datagrams = createSocket('udp4');
  datagrams.on('message', (query, from) => datagrams.send(answer(query), from.port, from.address));
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
  const { port } = datagrams.address();
  const lines = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (message: Buffer) => {
      const reply = answer(message.subarray(2));
      socket.end(Buffer.concat([Buffer.from([reply.length >> 8, reply.length & 255]), reply]));
    });
  });
  await new Promise<void>((resolve) => lines.listen(port, '127.0.0.1', resolve));
  return {
    at: `127.0.0.1:${port}`,
    asked,
    stop: () => {
      datagrams.close();
      lines.close();
    },
  };
}

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = headerBytes; query.readUInt8(at) !== 0; at += query.readUInt8(at) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query.readUInt8(at)));
  }
  return labels.join('.');
}

/** RFC 1035: the question back, and for one of type A one answer that points to its name. */
function answerTo(query: Buffer, address: string): Buffer {
  const question = query.subarray(headerBytes, headerBytes + nameIn(query).length + 2 + 4);
  const isA = question.readUInt16BE(question.length - 4) === 1;
  const header = Buffer.from(query.subarray(0, headerBytes));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.fill(0, 8);
  const record = Buffer.from([0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat(isA ? [header, question, record] : [header, question]);
}
