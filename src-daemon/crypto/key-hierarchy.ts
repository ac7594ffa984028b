import { hkdfSha256 } from './hkdf.ts';

const masterBytes = 32;

export interface DerivedKeys {
  /** Raw key of the encrypted database file. */
  database: Uint8Array;
  /** Signs sessions (HS256). */
  jwt: Uint8Array;
  /** Macs of the audit chain (HMAC-SHA256). */
  auditChain: Uint8Array;
  /** Macs of the heads of secrets, scripts and API keys (HMAC-SHA256). */
  itemHeads: Uint8Array;
  /** Mac of the checkpoint up to which the audit chain was verified (HMAC-SHA256). */
  auditCheckpoint: Uint8Array;
  /** Part of every wrapper, so that no password unwraps a key without the key store. */
  wrapPepper: Uint8Array;
  /** Derives the keys by which open pages recognize the daemon. */
  pageProof: Uint8Array;
}

/** The data that an account key seals, or names. Each purpose has a separate key. */
export type AccountKeyPurpose = 'secrets' | 'outputs' | 'inputs' | 'providers' | 'drafts' | 'run-ids';

/**
 * Derives the keys of the daemon, 32 bytes each, from the 32-byte master key: HKDF-SHA256 (RFC 5869) with the info
 * `strongroom/master/<name>/1`. The salt is empty, because the master key is uniformly random.
 */
export function deriveKeys(master: Uint8Array): DerivedKeys {
  return {
    database: masterSubkey(master, 'database'),
    jwt: masterSubkey(master, 'jwt'),
    auditChain: masterSubkey(master, 'audit-chain'),
    itemHeads: masterSubkey(master, 'item-heads'),
    auditCheckpoint: masterSubkey(master, 'audit-checkpoint'),
    wrapPepper: masterSubkey(master, 'slot-pepper'),
    pageProof: masterSubkey(master, 'page-proof'),
  };
}

/** Returns the key of the copied audit head next to a key file; 32 bytes. */
export function anchorKey(master: Uint8Array): Uint8Array {
  return masterSubkey(master, 'audit-anchor');
}

/** Returns the key of the remembered session for the key stores `file` and `passphrase`; 32 bytes. */
export function rememberedSessionKey(master: Uint8Array): Uint8Array {
  return masterSubkey(master, 'remembered-session');
}

/** Returns a value that identifies a master key without revealing it; 32 hexadecimal digits. */
export function keyCheckValue(master: Uint8Array): string {
  return Buffer.from(masterSubkey(master, 'key-check').subarray(0, 16)).toString('hex');
}

/** Derives the 32-byte key of one purpose from an account key: HKDF-SHA256, info `strongroom/account/<purpose>/1`. */
export function accountPurposeKey(accountKey: Uint8Array, purpose: AccountKeyPurpose): Uint8Array {
  return expand(accountKey, `strongroom/account/${purpose}/1`);
}

function masterSubkey(master: Uint8Array, name: string): Uint8Array {
  return expand(master, `strongroom/master/${name}/1`);
}

function expand(key: Uint8Array, info: string): Uint8Array {
  if (key.length !== masterBytes) throw new RangeError(`a key has ${masterBytes} bytes`);
  return hkdfSha256(key, { info }, 32);
}
