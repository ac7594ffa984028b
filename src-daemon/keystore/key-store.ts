import type { KeyStoreKind } from '../../src-shared-node/offline-protocol.ts';

export type { KeyStoreKind };

/**
 * Where the 32-byte master key is kept, and beside it the newest head of the audit chain and the session that this
 * computer remembers, if any.
 */
export interface KeyStore {
  readonly kind: KeyStoreKind;
  /** The master, which the caller fills with zeros after use; undefined when the store holds none. */
  readMaster(): Promise<Uint8Array | undefined>;
  writeMaster(master: Uint8Array): Promise<void>;
  readAnchor(): Promise<string | undefined>;
  writeAnchor(text: string): Promise<void>;
  /** The token of the remembered session. */
  readSession(): Promise<string | undefined>;
  writeSession(token: string): Promise<void>;
  /** Also when there is none. */
  forgetSession(): Promise<void>;
  /** Removes the master for good, once another store has it, and with it the session. */
  forgetMaster(): Promise<void>;
}

export type KeyStoreErrorReason =
  /** No key store of the OS answers: there is none, or it is frozen. */
  | 'unavailable'
  /** The keychain is locked, and its owner has not opened it. */
  | 'locked'
  /** The keychain is asking its owner this moment; a later try joins the same question. */
  | 'unlock_pending'
  /** There is data, but no key for it. */
  | 'master_missing'
  /** The key is not the one that the data was made with. */
  | 'wrong_master'
  | 'wrong_passphrase'
  | 'passphrase_missing'
  /** Nothing is sealed under it: its form is refused, or a terminal has changed it. */
  | 'unusable_passphrase'
  /** The data was made with another kind of key store. */
  | 'kind_changed'
  /** There is data, but its instance.json is gone or unreadable. */
  | 'instance_missing'
  /** The key file can be read by others. */
  | 'exposed'
  /** What was written does not come back. */
  | 'not_kept';

/** The master key cannot be had; the message says why and what to do, and holds no key. */
export class KeyStoreError extends Error {
  readonly reason: KeyStoreErrorReason;

  constructor(reason: KeyStoreErrorReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'KeyStoreError';
    this.reason = reason;
  }

  /** True when unlocking the keychain is all that is needed: the daemon answers 423 and tries again. */
  get isLocked(): boolean {
    return this.reason === 'locked' || this.reason === 'unlock_pending';
  }
}
