import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64Bytes, encodeBase64 } from '../formats/base64.ts';
import { lengthPrefixed } from '../formats/length-prefixed.ts';
import { type Argon2id, masterKeyMaterial } from './argon2id.ts';
import { committedKey, openCommitted, type SealContext, sealCommitted } from './committed-seal.ts';
import { DraftPayload } from './draft-payload.ts';
import { zkLengths } from './zk-payload.ts';

/** The draft did not open: it was sealed with another key or for another place, or its bytes were changed. */
export class DraftOpenError extends Error {
  constructor() {
    super('the draft was sealed with another key or was changed');
    this.name = 'DraftOpenError';
  }
}

/** Opens and seals drafts: 32 bytes, and the salt that they were derived with from a master password, else null. */
export interface DraftKey {
  salt: Uint8Array | null;
  material: Uint8Array;
}

/** Whose draft it is and of what. A sealed draft opens in its own place only. */
export interface DraftContext {
  accountId: number;
  draftId: string;
}

/** Also the info of the key derivation, so that no other format's key is the same with the same master password. */
const label = 'strongroom/draft/1';

/** The key of drafts of the vault; the salt is random unless a payload has it. @throws PasswordFormError */
export async function masterDraftKey(
  argon2id: Argon2id,
  masterPassword: string,
  salt: Uint8Array = randomBytes(zkLengths.salt),
): Promise<DraftKey> {
  return { salt, material: await masterKeyMaterial(argon2id, masterPassword, salt) };
}

/** Seals the bytes of a draft. The nonce is random but for test vectors. */
export function sealDraft(
  key: DraftKey,
  place: DraftContext,
  { plaintext, nonce = randomBytes(zkLengths.nonce) }: { plaintext: Uint8Array; nonce?: Uint8Array },
): DraftPayload {
  const ciphertext = withContext({ key, place, nonce }, (context) => sealCommitted(context, plaintext));
  const salt = key.salt && encodeBase64(key.salt);
  return { v: 1, salt, nonce: encodeBase64(nonce), ciphertext: encodeBase64(ciphertext) };
}

/** The bytes that {@link sealDraft} was given. @throws DraftOpenError; ZodError when it is no payload */
export function openDraft(key: DraftKey, place: DraftContext, payload: DraftPayload): Uint8Array {
  const { salt, nonce, ciphertext } = DraftPayload.parse(payload);
  if (salt !== (key.salt && encodeBase64(key.salt))) throw new DraftOpenError();
  const sealed = base64Bytes(ciphertext);
  const plaintext = withContext({ key, place, nonce: base64Bytes(nonce) }, (context) => openCommitted(context, sealed));
  if (plaintext === undefined) throw new DraftOpenError();
  return plaintext;
}

interface ToSeal {
  key: DraftKey;
  place: DraftContext;
  nonce: Uint8Array;
}

function withContext<T>({ key: { material }, place, nonce }: ToSeal, work: (context: SealContext) => T): T {
  const key = committedKey(material, utf8ToBytes(label));
  try {
    return work({ key, nonce, aad: aadOf(place) });
  } finally {
    key.encryptionKey.fill(0);
  }
}

function aadOf({ accountId, draftId }: DraftContext): Uint8Array {
  return lengthPrefixed([label, String(accountId), draftId].map((part) => utf8ToBytes(part)));
}
