export interface ByteQueue {
  readonly size: number;
  push(chunk: Buffer): void;
  /** Exactly `count` bytes, which must be there; copied only when they lie in more than one chunk. */
  take(count: number): Buffer;
}

/** Bytes that came in chunks and leave in pieces of other sizes, each byte copied at most once. */
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
    size -= count;
    if (first.length - offset > count) {
      offset += count;
      return first.subarray(offset - count, offset);
    }
    return gather(count);
  }

  function gather(count: number): Buffer {
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
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, count);
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
  };
}
