import { ProtocolError } from '../wire/protocol-error.ts';
import { joinPieces, readFrames } from '../wire/read-frames.ts';
import { payloadCap, wireFrame } from '../wire/wire.ts';
import { messageType } from './messages.ts';

const headerBytes = 7;

/** A frame between the daemon and an egress child. Its payload is in the pieces that it arrived in, without a copy. */
export interface EgressFrame {
  type: string;
  channel: number;
  /** In bytes. */
  length: number;
  pieces: readonly Buffer[];
}

/**
 * Reads the frames between the daemon and an egress child from chunks of any size.
 * @param messageCap limit of a message (channel 0), in bytes; other payloads have at most 64 KiB
 * @throws ProtocolError from the returned function
 */
export function createEgressReader(messageCap: number, onFrame: (frame: EgressFrame) => void): (chunk: Buffer) => void {
  return readFrames({
    headerBytes,
    readHead: (bytes) => readHead(bytes, messageCap),
    onFrame: (head, pieces) => onFrame({ ...head, pieces }),
  });
}

function readHead(bytes: Buffer, messageCap: number) {
  const type = String.fromCharCode(bytes.readUInt8(0));
  const channel = bytes.readUInt16BE(1);
  const length = bytes.readUInt32BE(3);
  if ((channel === 0) !== (type === messageType)) throw new ProtocolError('a message on the wrong channel');
  if (length > (channel === 0 ? messageCap : payloadCap)) throw new ProtocolError('frame too long');
  return { type, channel, length };
}

/** Returns the payload of a frame; it is copied if it arrived in several pieces. */
export function payloadOf({ pieces, length }: Pick<EgressFrame, 'pieces' | 'length'>): Buffer {
  return joinPieces(pieces, length);
}

/** Returns the frame of a message. */
export function messageFrame(message: unknown): Uint8Array[] {
  return wireFrame(messageType, 0, Buffer.from(JSON.stringify(message)));
}
