import { createHmac, randomBytes } from 'node:crypto';
import { base64Bytes } from '../../src-shared/formats/base64.ts';
import { keychainLocked } from '../errors/repeated-errors.ts';

interface PageProofDeps {
  /** 32 bytes derived from the master key, the same at every start; undefined while the keychain is locked. */
  lastingKey: () => Uint8Array | undefined;
  port: () => number;
}

export type PageProof = ReturnType<typeof createPageProof>;

/**
 * Lets a page of the interface recognize this daemon before it sends a request. Each page is served with its own id and key.
 * The daemon stores neither and derives the key again from the id. A page that is served while the keychain is locked gets
 * a key that is valid until the daemon stops.
 */
export function createPageProof({ lastingKey, port }: PageProofDeps) {
  const keyOfStart = new Uint8Array(randomBytes(32));

  return {
    /** Creates the id and key of a page: `ID.KEY`, with the key as 32 bytes in base64. */
    issue(): string {
      const id = `${lastingKey() === undefined ? 'start' : 'lasting'}-${randomBytes(16).toString('base64url')}`;
      return `${id}.${keyOf(id).toString('base64')}`;
    },

    /**
     * Returns HMAC-SHA256 (RFC 2104) with the page's key of the nonce and the port (32-bit big-endian); base64 in and out.
     * The port makes the proof of a daemon at another port invalid.
     * @throws AppError `locked`
     */
    prove(id: string, nonce: string): string {
      const address = Buffer.alloc(4);
      address.writeUInt32BE(port());
      return createHmac('sha256', keyOf(id)).update(base64Bytes(nonce)).update(address).digest('base64');
    },
  };

  function keyOf(id: string): Buffer {
    const key = id.startsWith('start-') ? keyOfStart : lastingKey();
    if (key === undefined) throw keychainLocked();
    return createHmac('sha256', key).update(id).digest();
  }
}
