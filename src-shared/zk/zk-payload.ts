import { z } from 'zod';
import { decodeBase64 } from './base64.ts';

/** Lengths of the parts of a payload, in bytes. */
export const zkLengths = { salt: 16, nonce: 24, commitment: 32, tag: 16, codeLimit: 1024 * 1024 } as const;
/** How much longer a ciphertext is than the code that it holds. */
export const zkOverheadBytes = zkLengths.commitment + zkLengths.tag;

/**
 * Code that a client has encrypted under a master password (version 1): exactly these four fields, canonical base64,
 * exact lengths. Nothing of how it is decrypted is read from it but its version.
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
  .meta({ id: 'ZKPayload' });
export type ZKPayload = z.infer<typeof ZKPayload>;

/** The bytes of a payload's fields. */
export interface ZKParts {
  salt: Uint8Array;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
}

/** @throws ZodError when the payload is none */
export function zkPartsOf(payload: ZKPayload): ZKParts {
  const { salt, nonce, ciphertext } = ZKPayload.parse(payload);
  return { salt: bytesOf(salt), nonce: bytesOf(nonce), ciphertext: bytesOf(ciphertext) };
}

function base64Of(minBytes: number, maxBytes = minBytes) {
  const words = minBytes === maxBytes ? `${minBytes}` : `${minBytes} to ${maxBytes}`;
  const error = `must be ${words} bytes in canonical base64 with padding`;
  // The length first: a text of any size is refused before it is looked at.
  return z.string().refine((text) => text.length <= Math.ceil(maxBytes / 3) * 4 && isWithin(text, minBytes, maxBytes), {
    error,
  });
}

function isWithin(text: string, minBytes: number, maxBytes: number): boolean {
  const bytes = decodeBase64(text);
  return bytes !== undefined && bytes.length >= minBytes && bytes.length <= maxBytes;
}

function bytesOf(text: string): Uint8Array {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new RangeError('no canonical base64');
  return bytes;
}
