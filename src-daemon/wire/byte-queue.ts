export interface ByteQueue {
  readonly size: number;
  push(chunk: Buffer): void;
  /** Removes and returns exactly `count` bytes; copies them only if they span chunks. @throws RangeError if fewer are queued */
  take(count: number): Buffer;
  /** Removes exactly `count` bytes and returns them in the chunks that they arrived in, without a copy. @throws RangeError */
  takePieces(count: number): Buffer[];
}

/** Creates a queue of bytes that are added in chunks and taken in other sizes. Each byte is copied at most once. */
export function createByteQueue(): ByteQueue {
  let chunks: Buffer[] = [];
  let offset = 0;
  let size = 0;

  function take(count: number): Buffer {
    const first = chunks[0];
    if (count > size || first === undefined) {
      if (count === 0) return Buffer.alloc(0);
      throw new RangeError('take beyond the queue');
    }
    const parts = takePieces(count);
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, count);
  }

  function takePieces(count: number): Buffer[] {
    const first = chunks[0];
    if (count > size) throw new RangeError('take beyond the queue');
    size -= count;
    if (first !== undefined && first.length - offset > count) {
      offset += count;
      return count === 0 ? [] : [first.subarray(offset - count, offset)];
    }
    const parts: Buffer[] = [];
    let missing = count;
    let used = 0;
    for (const chunk of chunks) {
      const part = chunk.subarray(offset, offset + missing);
      parts.push(part);
      missing -= part.length;
      if (offset + part.length < chunk.length) {
        offset += part.length;
        break;
      }
      offset = 0;
      used++;
      if (missing === 0) break;
    }
    chunks = chunks.slice(used);
    return parts;
  }

  return {
    get size() {
      return size;
    },
    push: (chunk) => {
      if (chunk.length === 0) return;
      chunks.push(chunk);
      size += chunk.length;
    },
    take,
    takePieces,
  };
}
