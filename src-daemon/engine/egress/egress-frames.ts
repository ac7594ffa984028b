import { createByteQueue } from '../protocol/byte-queue.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { payloadCap, type WireFrame, wireFrame } from '../protocol/wire.ts';
import { messageType } from './messages.ts';

const headerBytes = 7;

/**
 * Reads the frames between the daemon and an egress child from chunks of any size.
 * @param messageCap limit of a message (channel 0), in bytes; other payloads have at most 64 KiB
 * @throws ProtocolError from the returned function
 */
export function createEgressReader(messageCap: number, onFrame: (frame: WireFrame) => void): (chunk: Buffer) => void {
  const queue = createByteQueue();
  let head: Omit<WireFrame, 'payload'> & { length: number } = { type: '', channel: 0, length: -1 };
  return (chunk) => {
    queue.push(chunk);
    for (;;) {
      if (head.length < 0) {
        if (queue.size < headerBytes) return;
        head = readHead(queue.take(headerBytes), messageCap);
      }
      if (queue.size < head.length) return;
      const { type, channel, length } = head;
      head = { type: '', channel: 0, length: -1 };
      onFrame({ type, channel, payload: queue.take(length) });
    }
  };
}

function readHead(bytes: Buffer, messageCap: number) {
  const type = String.fromCharCode(bytes.readUInt8(0));
  const channel = bytes.readUInt16BE(1);
  const length = bytes.readUInt32BE(3);
  if ((channel === 0) !== (type === messageType)) throw new ProtocolError('a message on the wrong channel');
  if (length > (channel === 0 ? messageCap : payloadCap)) throw new ProtocolError('frame too long');
  return { type, channel, length };
}

/** Returns the frame of a message. */
export function messageFrame(message: unknown): Uint8Array[] {
  return wireFrame(messageType, 0, Buffer.from(JSON.stringify(message)));
}
