import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64Bytes, encodeBase64 } from '../formats/base64.ts';
import { lengthPrefixed } from '../formats/length-prefixed.ts';
import { type Argon2id, masterKeyMaterial } from './argon2id.ts';
import { committedKey, openCommitted, type SealContext, sealCommitted } from './committed-seal.ts';
import { DraftPayload } from './draft-payload.ts';
import { zkLengths } from './zk-payload.ts';

/** Error for a draft that was sealed with another key or for another draft id, or whose bytes were changed. */
export class DraftOpenError extends Error {
  constructor() {
    super('The draft cannot be opened: it was sealed with another key, or it was changed.');
    this.name = 'DraftOpenError';
  }
}

/** Key of drafts: 32 bytes, and the salt if they were derived from a master password, else null. */
export interface DraftKey {
  salt: Uint8Array | null;
  material: Uint8Array;
}

/** Account and id of a draft. A sealed draft opens for these only. */
export interface DraftContext {
  accountId: number;
  draftId: string;
}

/** Label of the format. It is also the info of the key derivation, so that no other format derives the same key. */
const label = 'strongroom/draft/1';

/** Derives the key of vault drafts; the salt is random unless a payload supplies it. @throws PasswordFormError */
export async function masterDraftKey(
  argon2id: Argon2id,
  masterPassword: string,
  salt: Uint8Array = randomBytes(zkLengths.salt),
): Promise<DraftKey> {
  return { salt, material: await masterKeyMaterial(argon2id, masterPassword, salt) };
}

/** Seals the bytes of a draft. The nonce is random, except in test vectors. */
export function sealDraft(
  key: DraftKey,
  draft: DraftContext,
  { plaintext, nonce = randomBytes(zkLengths.nonce) }: { plaintext: Uint8Array; nonce?: Uint8Array },
): DraftPayload {
  const ciphertext = withContext({ key, draft, nonce }, (context) => sealCommitted(context, plaintext));
  const salt = key.salt && encodeBase64(key.salt);
  return { v: 1, salt, nonce: encodeBase64(nonce), ciphertext: encodeBase64(ciphertext) };
}

/** Opens a draft that {@link sealDraft} sealed. @throws DraftOpenError; ZodError if the payload is invalid */
export function openDraft(key: DraftKey, draft: DraftContext, payload: DraftPayload): Uint8Array {
  const { salt, nonce, ciphertext } = DraftPayload.parse(payload);
  if (salt !== (key.salt && encodeBase64(key.salt))) throw new DraftOpenError();
  const sealed = base64Bytes(ciphertext);
  const plaintext = withContext({ key, draft, nonce: base64Bytes(nonce) }, (context) => openCommitted(context, sealed));
  if (plaintext === undefined) throw new DraftOpenError();
  return plaintext;
}

interface ToSeal {
  key: DraftKey;
  draft: DraftContext;
  nonce: Uint8Array;
}

function withContext<T>({ key: { material }, draft, nonce }: ToSeal, work: (context: SealContext) => T): T {
  const key = committedKey(material, utf8ToBytes(label));
  try {
    return work({ key, nonce, aad: aadOf(draft) });
  } finally {
    key.encryptionKey.fill(0);
  }
}

function aadOf({ accountId, draftId }: DraftContext): Uint8Array {
  return lengthPrefixed([label, String(accountId), draftId].map((part) => utf8ToBytes(part)));
}
