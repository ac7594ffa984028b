/** The attached streams of the fake API server. */
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** The container that a client attaches to. */
export interface AttachTarget {
  pod: string;
  container: string;
  /** True if the client asks for standard error too. */
  hasErrors: boolean;
}

/** A client that is attached to a container. */
export interface Attachment extends AttachTarget {
  /** Standard input and output of the container. Its end is reported as success. */
  stream: Duplex;
  /** Sends standard error of the container. */
  sendErrors(bytes: Buffer): void;
  /** The socket itself, for messages that no server sends. */
  socket: WebSocket;
  /** Cuts the connection below it. */
  cut(): void;
  /** The number of pings that have arrived. */
  pings(): number;
}

export interface AttachFaults {
  /** The protocols of the server; by default both. */
  protocols?: readonly string[];
  /** Pings are not answered. */
  isDeaf?: boolean;
  /** Every write to the connection has at most this many bytes. */
  splitBytes?: number;
  /** A message is sent as several frames of at most this many bytes. */
  fragmentBytes?: number;
}

export interface PodAttachments {
  faults: AttachFaults;
  /** Throws the StatusError of a client that cannot attach. */
  admit: (target: AttachTarget) => void;
  /** Receives each client that attaches. */
  onAttach: (attachment: Attachment) => void;
  /** Completes the handshake of a client. */
  accept(request: IncomingMessage, connection: Duplex, target: AttachTarget): void;
}

const success = JSON.stringify({ metadata: {}, status: 'Success' });

export function createPodAttachments(): PodAttachments {
  const attachments: PodAttachments = {
    faults: {},
    admit: () => {},
    onAttach: ({ stream }) => void stream.resume(),
    accept: (request, connection, target) => {
      const { protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'], isDeaf, splitBytes } = attachments.faults;
      const server = new WebSocketServer({
        noServer: true,
        autoPong: isDeaf !== true,
        handleProtocols: (asked) => protocols.find((protocol) => asked.has(protocol)) ?? false,
      });
      if (splitBytes !== undefined) splitWrites(connection, splitBytes);
      server.handleUpgrade(request, connection, Buffer.alloc(0), (socket) => {
        let pings = 0;
        socket.on('error', () => {}).on('ping', () => pings++);
        // A server announces each channel with an empty message.
        for (const channel of [0, 1, 2, 3]) socket.send(Buffer.of(channel));
        const stream = streamOf(socket, attachments.faults);
        const sendErrors = (bytes: Buffer) => socket.send(Buffer.concat([Buffer.of(2), bytes]));
        const cut = () => connection.destroy();
        attachments.onAttach({ ...target, stream, sendErrors, socket, cut, pings: () => pings });
      });
    },
  };
  return attachments;
}

function streamOf(socket: WebSocket, { fragmentBytes = Number.POSITIVE_INFINITY }: AttachFaults): Duplex {
  const stream = new Duplex({
    read: () => socket.resume(),
    write: (chunk: Buffer, _encoding, done) => {
      const message = Buffer.concat([Buffer.of(1), chunk]);
      for (let at = 0; at < message.length; at += fragmentBytes) {
        const fin = at + fragmentBytes >= message.length;
        socket.send(message.subarray(at, at + fragmentBytes), { fin }, fin ? (error) => done(error) : undefined);
      }
    },
    final: (done) => {
      socket.send(Buffer.concat([Buffer.of(3), Buffer.from(success)]));
      socket.close(1000);
      done();
    },
  });
  stream.on('error', () => {});
  socket.on('message', (data) => {
    const message = data as Buffer;
    if (message[0] === 255 && message[1] === 0) stream.push(null);
    else if (message[0] === 0 && message.length > 1 && !stream.push(message.subarray(1))) socket.pause();
  });
  socket.on('close', () => stream.destroy());
  return stream;
}

/** Splits all that is written to a connection into small pieces, each a TLS record of its own. */
function splitWrites(connection: Duplex, size: number): void {
  const write = connection.write.bind(connection) as (chunk: Buffer, done?: () => void) => boolean;
  connection.write = (chunk: Buffer | string, ...rest: unknown[]) => {
    const bytes = Buffer.from(chunk as string);
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    let isReady = true;
    for (let at = 0; at < bytes.length; at += size) {
      const isLast = at + size >= bytes.length;
      isReady = write(bytes.subarray(at, at + size), isLast ? done : undefined);
    }
    return isReady;
  };
  connection.cork = () => {};
}
