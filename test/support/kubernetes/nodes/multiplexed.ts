/** The streams of an attached Docker container without a terminal, which the engine sends in one. */

/** 8 bytes: the stream, three zeros, the length in big-endian order (Docker Engine API, "Attach to a container"). */
const headerBytes = 8;

export interface OutputPiece {
  isError: boolean;
  bytes: Buffer;
}

/** Returns the pieces of standard output and error in their order. */
export async function* readMultiplexed(source: AsyncIterable<Buffer>): AsyncGenerator<OutputPiece> {
  let header = Buffer.alloc(0);
  let remaining = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      if (remaining === 0) {
        const part = chunk.subarray(at, at + headerBytes - header.length);
        header = Buffer.concat([header, part]);
        at += part.length;
        if (header.length < headerBytes) continue;
        remaining = header.readUInt32BE(4);
      } else {
        const bytes = chunk.subarray(at, at + remaining);
        at += bytes.length;
        remaining -= bytes.length;
        yield { isError: header.readUInt8(0) === 2, bytes };
      }
      if (remaining === 0 && header.length === headerBytes) header = Buffer.alloc(0);
    }
  }
}
