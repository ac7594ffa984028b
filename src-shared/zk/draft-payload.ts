import { z } from 'zod';
import { base64Of } from '../fields.ts';
import { isBase64 } from '../formats/base64.ts';
import { zkLengths, zkOverheadBytes } from './zk-payload.ts';

/** The most bytes of a draft's ciphertext: its base64 fits into a request of 16 MiB. */
export const draftBytesLimit = 12 * 1024 * 1024 - 1024;

/**
 * A draft that a client has sealed (version 1). `salt` is null for one that the account's draft key opens, and 16 random
 * bytes for one whose key is derived from the master password.
 */
export const DraftPayload = z
  .strictObject({
    v: z.literal(1),
    salt: base64Of(zkLengths.salt).nullable(),
    nonce: base64Of(zkLengths.nonce),
    // Checked without making its bytes, which would hold the event loop for a draft of many megabytes.
    ciphertext: z
      .string()
      .refine((value) => isWithinLimit(value) && isBase64(value), {
        error: `must be ${zkOverheadBytes} to ${draftBytesLimit} bytes in canonical base64 with padding`,
      })
      .meta({
        contentEncoding: 'base64',
        description: 'Key commitment (32 bytes) and XChaCha20-Poly1305 of the draft.',
      }),
  })
  .meta({ id: 'DraftPayload' });
export type DraftPayload = z.infer<typeof DraftPayload>;

function isWithinLimit({ length }: string): boolean {
  return length >= Math.ceil(zkOverheadBytes / 3) * 4 && length <= Math.ceil(draftBytesLimit / 3) * 4;
}
