const headerBytes = 8;
const standardOutput = 1;

/**
 * Takes apart the stream of an attached container without a terminal: 8 bytes of header (stream, three zeros, length
 * in big-endian order) and the payload. Docker Engine API, "Attach to a container", stream format.
 */
export function createDemultiplexer(onStdout: (chunk: Buffer) => void): (chunk: Buffer) => void {
  const header = Buffer.alloc(headerBytes);
  let headerFilled = 0;
  let remaining = 0;

  return (chunk) => {
    let position = 0;
    while (position < chunk.length) {
      if (remaining === 0) {
        const copied = chunk.copy(header, headerFilled, position, position + headerBytes - headerFilled);
        headerFilled += copied;
        position += copied;
        if (headerFilled < headerBytes) return;
        headerFilled = 0;
        remaining = header.readUInt32BE(4);
        continue;
      }
      const part = chunk.subarray(position, position + remaining);
      position += part.length;
      remaining -= part.length;
      // Init writes nothing to its standard error, so those bytes are not part of the protocol.
      if (header[0] === standardOutput) onStdout(part);
    }
  };
}
