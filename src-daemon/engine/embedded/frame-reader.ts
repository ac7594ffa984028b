/** One frame of a child: a letter and its bytes. */
export interface ChildFrame {
  type: string;
  payload: Buffer;
}

/** A child that does not keep to the protocol: its interpreter was broken out of, so nothing that it says counts. */
export class ChildProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChildProtocolError';
  }
}

const headBytes = 5;
const kibibyte = 1024;
/** The most that a frame of each type may hold. */
const sizeCaps: Readonly<Record<string, number>> = {
  B: 0,
  S: 0,
  D: 0,
  o: 1024 * kibibyte,
  e: 1024 * kibibyte,
  f: 16 * 1024 * kibibyte + 8 * kibibyte,
  F: 4 * kibibyte,
  X: 4 * kibibyte,
};

/**
 * Cuts a child's output into frames: a letter, the length in four bytes, the payload. Every chunk is kept as it is until
 * a frame is whole, so that a large one is copied once.
 * @throws ChildProtocolError
 */
export function createFrameReader(onFrame: (frame: ChildFrame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let length = 0;
  let wanted = headBytes;

  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= wanted) {
      let all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      wanted = headBytes;
      while (all.length >= headBytes) {
        const size = sizeOf(all);
        wanted = headBytes + size;
        if (all.length < wanted) break;
        onFrame({ type: String.fromCharCode(all[0] ?? 0), payload: all.subarray(headBytes, wanted) });
        all = all.subarray(wanted);
        wanted = headBytes;
      }
      chunks = [all];
      length = all.length;
    }
  };
}

function sizeOf(head: Buffer): number {
  const size = head.readUInt32BE(1);
  const cap = sizeCaps[String.fromCharCode(head[0] ?? 0)];
  if (cap === undefined || size > cap) throw new ChildProtocolError('a frame of an unknown type or size');
  return size;
}
