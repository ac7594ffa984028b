import { joinPieces, readFrames } from '../../../wire/read-frames.ts';

export interface HolderFrame {
  type: string;
  payload: Buffer;
}

const headerBytes = 5;
const payloadCap = 8192;

/**
 * Reads the frames of a network holder from chunks of any size. resources/sandbox/netns/NETWORK.md defines them.
 * @throws Error from the returned function
 */
export function createHolderReader(onFrame: (frame: HolderFrame) => void): (chunk: Buffer) => void {
  return readFrames({
    headerBytes,
    readHead,
    onFrame: ({ type, length }, pieces) => onFrame({ type, payload: joinPieces(pieces, length) }),
  });
}

function readHead(bytes: Buffer) {
  const length = bytes.readUInt32BE(1);
  if (length > payloadCap) throw new Error('a frame of the network holder is too long');
  return { type: String.fromCharCode(bytes.readUInt8(0)), length };
}

/** Returns the bytes of one frame to the holder. */
export function encodeHolderFrame(type: 'H' | 'A', payload: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}
