import type { KeyStoreKind } from '../../src-shared-node/offline-protocol.ts';

export type { KeyStoreKind };

/**
 * The store of the 32-byte master key. It also holds the newest head of the audit chain and the remembered session of
 * this computer, if there is one.
 */
export interface KeyStore {
  readonly kind: KeyStoreKind;
  /** Returns the master key, which the caller fills with zeros after use; undefined if the store has none. */
  readMaster(): Promise<Uint8Array | undefined>;
  writeMaster(master: Uint8Array): Promise<void>;
  readAnchor(): Promise<string | undefined>;
  writeAnchor(text: string): Promise<void>;
  /** Returns the token of the remembered session. */
  readSession(): Promise<string | undefined>;
  writeSession(token: string): Promise<void>;
  /** Does nothing if there is none. */
  forgetSession(): Promise<void>;
  /** Removes the master key and the session for good, after another store has the key. */
  forgetMaster(): Promise<void>;
}

export type KeyStoreErrorReason =
  /** The key store of the operating system does not answer: there is none, or it is frozen. */
  | 'unavailable'
  /** The keychain is locked. */
  | 'locked'
  /** The keychain is asking the user to unlock it. A later attempt waits for the same dialog. */
  | 'unlock_pending'
  /** There is data, but no key for it. */
  | 'master_missing'
  /** The key is not the one that the data was made with. */
  | 'wrong_master'
  | 'wrong_passphrase'
  | 'passphrase_missing'
  /** The new passphrase is not allowed, or a terminal has changed it. */
  | 'unusable_passphrase'
  /** The data was made with another kind of key store. */
  | 'kind_changed'
  /** There is data, but its instance.json is missing or unreadable. */
  | 'instance_missing'
  /** The key file can be read by others. */
  | 'exposed'
  /** The store does not return the key that was written. */
  | 'not_kept';

/** The master key cannot be read or stored. The message says why and what to do next; it contains no key. */
export class KeyStoreError extends Error {
  readonly reason: KeyStoreErrorReason;

  constructor(reason: KeyStoreErrorReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'KeyStoreError';
    this.reason = reason;
  }

  /** Returns true if the user only has to unlock the keychain. The daemon then answers 423 and tries again. */
  get isLocked(): boolean {
    return this.reason === 'locked' || this.reason === 'unlock_pending';
  }
}
