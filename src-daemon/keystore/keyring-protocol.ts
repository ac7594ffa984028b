import { z } from 'zod';

/** A request to the keyring process: reads an entry, writes `text` to it or removes it. */
export interface KeyringRequest {
  service: string;
  account: string;
  /** The text to write. */
  text?: string;
  remove?: true;
}

const id = z.int().positive();

/** A message of the keyring process. */
export const KeyringReply = z.union([
  /** The key store has answered; the entry follows. */
  z.strictObject({ id, connected: z.literal(true) }),
  /** The text of the entry; null if there is none, and after a write or a removal. */
  z.strictObject({ id, text: z.string().nullable() }),
  /** The message of the binding. */
  z.strictObject({ id, failure: z.string() }),
]);
export type KeyringReply = z.infer<typeof KeyringReply>;
