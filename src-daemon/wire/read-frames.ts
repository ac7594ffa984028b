import { createByteQueue } from './byte-queue.ts';

interface FrameFormat<Head> {
  /** Size of the header of every frame, in bytes. */
  headerBytes: number;
  /** Returns what the header says, at least the length of the payload in bytes. Throws for a header that is not allowed. */
  readHead: (bytes: Buffer) => Head & { length: number };
  /** Called with the payload in the pieces that it arrived in, without a copy. */
  onFrame: (head: Head & { length: number }, pieces: readonly Buffer[]) => void;
}

/**
 * Reads frames from chunks of any size: a header of one size, which names the length of the payload, then the payload.
 * @throws what `readHead` and `onFrame` throw, from the returned function
 */
export function readFrames<Head>({ headerBytes, readHead, onFrame }: FrameFormat<Head>): (chunk: Buffer) => void {
  const queue = createByteQueue();
  let head: (Head & { length: number }) | undefined;
  return (chunk) => {
    queue.push(chunk);
    for (;;) {
      if (head === undefined) {
        if (queue.size < headerBytes) return;
        head = readHead(queue.take(headerBytes));
      }
      if (queue.size < head.length) return;
      const whole = head;
      head = undefined;
      onFrame(whole, queue.takePieces(whole.length));
    }
  };
}

/** Returns a payload as one buffer; it is copied if it arrived in several pieces. */
export function joinPieces(pieces: readonly Buffer[], length: number): Buffer {
  const [first] = pieces;
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces, length);
}
