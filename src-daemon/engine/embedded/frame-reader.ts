import { frameHeadBytes, readFrameHead } from '../../../resources/embedded/protocol.mjs';

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
 * Splits a child's output into frames. The chunks are retained until a frame is complete, so that a large frame is
 * copied once.
 * @throws ChildProtocolError
 */
export function createFrameReader(onFrame: (frame: ChildFrame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let length = 0;
  let requiredBytes = frameHeadBytes;

  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= requiredBytes) {
      let all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      requiredBytes = frameHeadBytes;
      while (all.length >= frameHeadBytes) {
        const head = readFrameHead(all);
        if (head === undefined) throw new ChildProtocolError('a frame of an unknown type or size');
        requiredBytes = frameHeadBytes + head.length;
        if (all.length < requiredBytes) break;
        onFrame({ type: head.type, payload: all.subarray(frameHeadBytes, requiredBytes) });
        all = all.subarray(requiredBytes);
        requiredBytes = frameHeadBytes;
      }
      chunks = [all];
      length = all.length;
    }
  };
}
