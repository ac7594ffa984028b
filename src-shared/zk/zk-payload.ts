import { z } from 'zod';
import { base64Of } from '../fields.ts';
import { base64Bytes } from '../formats/base64.ts';

/** Lengths of the parts of a payload, in bytes. */
export const zkLengths = { salt: 16, nonce: 24, commitment: 32, tag: 16, codeLimit: 1024 * 1024 } as const;
/** Difference in length between a ciphertext and its code, in bytes. */
export const zkOverheadBytes = zkLengths.commitment + zkLengths.tag;

/** The code `print("hello")` under the master password `correct horse battery staple`; a published example. */
export const examplePayload = {
  v: 1 as const,
  salt: 'Phgq6eei89LY5CImk9dASg==',
  nonce: 'Fk6MjSDO3GHbdGmWP5S6nXSodlI8zuWO',
  ciphertext: 'h9VeltPuxyo4ASsQPLTEFVia2NQTulgFHSEG8nzDbNNNo1zSO45ZmJoBQtGeO73e/dBk4Ndqls0jj/5FtUgN',
};

/**
 * Code that a client has encrypted under a master password (version 1): exactly these four fields, in canonical base64 of
 * exact length. The version alone decides how it is decrypted.
 */
export const ZKPayload = z
  .strictObject({
    v: z.literal(1),
    salt: base64Of(zkLengths.salt).meta({ description: '16 random bytes.' }),
    nonce: base64Of(zkLengths.nonce).meta({ description: '24 random bytes.' }),
    ciphertext: base64Of(zkOverheadBytes, zkOverheadBytes + zkLengths.codeLimit).meta({
      description: 'Key commitment (32 bytes) and XChaCha20-Poly1305 of the code.',
    }),
  })
  .meta({ id: 'ZKPayload', examples: [examplePayload] });
export type ZKPayload = z.infer<typeof ZKPayload>;

/** Decoded fields of a payload. */
export interface ZKParts {
  salt: Uint8Array;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
}

/** Validates and decodes a payload. @throws ZodError if it is invalid */
export function zkPartsOf(payload: ZKPayload): ZKParts {
  const { salt, nonce, ciphertext } = ZKPayload.parse(payload);
  return { salt: base64Bytes(salt), nonce: base64Bytes(nonce), ciphertext: base64Bytes(ciphertext) };
}
