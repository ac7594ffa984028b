import { z } from 'zod';
import { base64Of } from '../fields.ts';
import { isBase64 } from '../formats/base64.ts';
import { zkLengths, zkOverheadBytes } from './zk-payload.ts';

/** Maximum size of a draft's ciphertext, so that its base64 fits into a request of 16 MiB. */
export const draftBytesLimit = 12 * 1024 * 1024 - 1024;

/**
 * Draft that a client has sealed (version 1). `salt` is null if the account's draft key opens it. Otherwise it is 16
 * random bytes, from which the key is derived together with the master password.
 */
export const DraftPayload = z
  .strictObject({
    v: z.literal(1),
    salt: base64Of(zkLengths.salt).nullable(),
    nonce: base64Of(zkLengths.nonce),
    // Checked without decoding, which would block the event loop for a draft of many megabytes.
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
