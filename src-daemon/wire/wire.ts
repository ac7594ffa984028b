import { timingSafeEqual } from 'node:crypto';
import { ProtocolError } from './protocol-error.ts';
import { joinPieces, readFrames } from './read-frames.ts';

/** The header of frames, in both directions. resources/sandbox/PROTOCOL.md defines it. */

export const protocolVersion = 5;
export const nonceBytes = 16;
/** The channels from this number on are opened by init, for its relay. */
export const firstRelayChannel = 0x8000;
/** Limit of a payload, except that of a file of a result and that of an open channel. */
export const payloadCap = 64 * 1024;
/** Credit of each direction of a channel at its start, and of the input of a run. */
export const firstCredit = 256 * 1024;

const headerBytes = nonceBytes + 7;
/** A file of a compiler may fill the working directory. Init limits the results of a run to less. */
const fileFrameCap = 64 * 1024 * 1024 + 8192;
const noNonce = Buffer.alloc(nonceBytes);

/** A frame from init, whose payload has not been read. */
export interface WireFrame {
  type: string;
  /** 0 for the frames of the run or session itself. */
  channel: number;
  payload: Buffer;
}

/**
 * Reads frames from chunks of any size. Every frame must carry the nonce, except a hello or a failure at the start.
 * @throws ProtocolError from the returned function
 */
export function createWireReader(nonce: Uint8Array, onFrame: (frame: WireFrame) => void): (chunk: Buffer) => void {
  return readFrames<Omit<WireFrame, 'payload'>>({
    headerBytes,
    readHead: (bytes) => readHead(bytes, nonce),
    onFrame: ({ type, channel, length }, pieces) => onFrame({ type, channel, payload: joinPieces(pieces, length) }),
  });
}

function readHead(bytes: Buffer, nonce: Uint8Array) {
  const given = bytes.subarray(0, nonceBytes);
  const type = String.fromCharCode(bytes.readUInt8(nonceBytes));
  const channel = bytes.readUInt16BE(nonceBytes + 1);
  const length = bytes.readUInt32BE(nonceBytes + 3);
  const isEarly = channel === 0 && (type === 'H' || type === 'B');
  if (!timingSafeEqual(given, nonce) && !(isEarly && timingSafeEqual(given, noNonce)))
    throw new ProtocolError('wrong nonce');
  const isFile = type === 'F' && channel === 0;
  if (length > (isFile ? fileFrameCap : payloadCap)) throw new ProtocolError('frame too long');
  return { type, channel, length };
}

/** Returns a frame for init: its header, then its payload in pieces. */
export function wireFrame(type: string, channel: number, ...payload: Uint8Array[]): Uint8Array[] {
  const header = Buffer.allocUnsafe(7);
  header.writeUInt8(type.charCodeAt(0));
  header.writeUInt16BE(channel, 1);
  header.writeUInt32BE(
    payload.reduce((sum, { length }) => sum + length, 0),
    3,
  );
  return [header, ...payload];
}
