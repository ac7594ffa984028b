import { createHmac } from 'node:crypto';
import { base64Bytes } from '../../src-shared/formats/base64.ts';

interface HandshakeDeps {
  /** 32 random bytes, new at each start and stored in the run file. */
  proofKey: Uint8Array;
  port: () => number;
}

/**
 * Proves to a client that this is the daemon of the run file: HMAC-SHA256 (RFC 2104) under the proof key over the
 * nonce, the port and the pid, both 32-bit big-endian; base64 in and out.
 */
export function createHandshake({ proofKey, port }: HandshakeDeps): (nonce: string) => string {
  return (nonce) => {
    const address = Buffer.alloc(8);
    address.writeUInt32BE(port(), 0);
    address.writeUInt32BE(process.pid, 4);
    return createHmac('sha256', proofKey).update(base64Bytes(nonce)).update(address).digest('base64');
  };
}
