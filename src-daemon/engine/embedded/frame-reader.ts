import { frameHeadBytes, readFrameHead } from '../../../resources/embedded/protocol.mjs';
import { joinPieces, readFrames } from '../../wire/read-frames.ts';

/** One frame of a child. */
export interface ChildFrame {
  /** One of `frameTypes`. */
  type: string;
  payload: Buffer;
}

/** A child violated the protocol: its program has escaped from the interpreter, so none of its messages is trusted. */
export class ChildProtocolError extends Error {
  constructor(what: string) {
    super(`a child of the embedded engine sent ${what}`);
    this.name = 'ChildProtocolError';
  }
}

/**
 * Splits a child's output into frames.
 * @throws ChildProtocolError from the returned function
 */
export function createFrameReader(onFrame: (frame: ChildFrame) => void): (chunk: Buffer) => void {
  return readFrames({
    headerBytes: frameHeadBytes,
    readHead,
    onFrame: ({ type, length }, pieces) => onFrame({ type, payload: joinPieces(pieces, length) }),
  });
}

function readHead(bytes: Buffer) {
  const head = readFrameHead(bytes);
  if (head === undefined) throw new ChildProtocolError('a frame of an unknown type or size');
  return head;
}
