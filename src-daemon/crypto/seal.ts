import { randomBytes, timingSafeEqual } from 'node:crypto';
import { inSlices } from '../../src-shared-node/sliced-work.ts';
import { hkdfSha256 } from './hkdf.ts';
import { type SealContext, sealAssociatedData, sealFormat } from './seal-context.ts';
import { xchachaDecrypt, xchachaEncrypt, xchachaNonceBytes, xchachaTagBytes } from './xchacha20-poly1305.ts';

const saltBytes = 16;
const commitmentBytes = 32;
const saltStart = 1;
const nonceStart = saltStart + saltBytes;
const commitmentStart = nonceStart + xchachaNonceBytes;
const ciphertextStart = commitmentStart + commitmentBytes;
const info = 'strongroom/seal/1';

/** Number of bytes by which a sealed value is longer than its plaintext. */
export const sealOverheadBytes = ciphertextStart + xchachaTagBytes;

/**
 * A sealed value did not open: the key or the context is another, or its bytes were changed. The causes look the same.
 */
export class SealError extends Error {
  constructor() {
    super('the sealed value does not open');
    this.name = 'SealError';
  }
}

/**
 * Seals bytes under a 32-byte key for one place (table row, version and field), so that they open nowhere else:
 * format (1) ‖ salt (16) ‖ nonce (24) ‖ key commitment (32) ‖ XChaCha20-Poly1305 ciphertext and tag. HKDF-SHA256 of key
 * and salt gives the encryption key and the commitment; without the latter one ciphertext could open under two keys.
 */
export function seal(key: Uint8Array, context: SealContext, plaintext: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(sealOverheadBytes + plaintext.length);
  for (const _ of fillSealed(key, context, { plaintext, sealed }));
  return sealed;
}

/** The same for what can have megabytes: the event loop turns after each. The key must stay until the end. */
export async function sealInSlices(key: Uint8Array, context: SealContext, plaintext: Uint8Array): Promise<Uint8Array> {
  const sealed = new Uint8Array(sealOverheadBytes + plaintext.length);
  const slices = fillSealed(key, context, { plaintext, sealed });
  await inSlices(() => slices.next().done === true);
  return sealed;
}

function* fillSealed(
  key: Uint8Array,
  context: SealContext,
  { plaintext, sealed }: { plaintext: Uint8Array; sealed: Uint8Array },
): Generator<void, void> {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(xchachaNonceBytes);
  const { encryptionKey, commitment } = itemKeys(key, salt);
  try {
    sealed[0] = sealFormat;
    sealed.set(salt, saltStart);
    sealed.set(nonce, nonceStart);
    sealed.set(commitment, commitmentStart);
    const associatedData = sealAssociatedData(context);
    yield* xchachaEncrypt({ key: encryptionKey, nonce, associatedData }, plaintext, sealed.subarray(ciphertextStart));
  } finally {
    encryptionKey.fill(0);
  }
}

/**
 * Opens what {@link seal} made with the same key and context; the caller fills the answer with zeros after use.
 * @throws SealError
 */
export function open(key: Uint8Array, context: SealContext, sealed: Uint8Array): Uint8Array {
  if (sealed[0] !== sealFormat || sealed.length < sealOverheadBytes) throw new SealError();
  const { encryptionKey, commitment } = itemKeys(key, sealed.subarray(saltStart, nonceStart));
  try {
    if (!timingSafeEqual(commitment, sealed.subarray(commitmentStart, ciphertextStart))) throw new SealError();
    const nonce = sealed.subarray(nonceStart, commitmentStart);
    const associatedData = sealAssociatedData(context);
    const opened = xchachaDecrypt({ key: encryptionKey, nonce, associatedData }, sealed.subarray(ciphertextStart));
    if (opened === undefined) throw new SealError();
    return opened;
  } finally {
    encryptionKey.fill(0);
  }
}

function itemKeys(key: Uint8Array, salt: Uint8Array) {
  if (key.length !== 32) throw new RangeError('a sealing key has 32 bytes');
  const both = hkdfSha256(key, { salt, info }, 32 + commitmentBytes);
  return { encryptionKey: both.subarray(0, 32), commitment: both.subarray(32) };
}
