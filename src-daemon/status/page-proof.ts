import { createHmac, randomBytes } from 'node:crypto';
import { base64Bytes } from '../../src-shared/formats/base64.ts';
import { keychainLocked } from '../core/repeated-errors.ts';

interface PageProofDeps {
  /** 32 bytes from the master key, the same in every start; undefined while the keychain is locked. */
  lastingKey: () => Uint8Array | undefined;
  port: () => number;
}

export type PageProof = ReturnType<typeof createPageProof>;

/**
 * Lets a page of the interface recognize this daemon before it sends anything: each page is served with an id and a key
 * of its own, and the daemon, which keeps neither, makes the key from the id again. A page that is served while the
 * keychain is locked gets a key of this start.
 */
export function createPageProof({ lastingKey, port }: PageProofDeps) {
  const keyOfStart = new Uint8Array(randomBytes(32));

  return {
    /** What a page is served with: its id, a dot, and its key (32 bytes in base64). */
    issue(): string {
      const id = `${lastingKey() === undefined ? 'start' : 'lasting'}-${randomBytes(16).toString('base64url')}`;
      return `${id}.${keyOf(id).toString('base64')}`;
    },

    /**
     * HMAC-SHA256 (RFC 2104) under the page's key over the nonce and the port, 32-bit big-endian; base64 in and out. With
     * the port in it, the proof of a daemon at another port is none.
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
