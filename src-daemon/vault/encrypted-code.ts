import type { CodeRevision, EncryptedCodeMetadata } from '../../src-shared/contracts/vault.contract.ts';
import { encodeBase64 } from '../../src-shared/formats/base64.ts';
import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';
import type { CodeRow, SealedCodeRow } from './vault.store.ts';

/** Returns the public metadata of stored code. */
export function metadataOf(row: CodeRow): EncryptedCodeMetadata {
  const { name, language, description, size, network, revision, createdAt, updatedAt } = row;
  return {
    ...{ name, language, description, stored: true, zeroKnowledge: true, size, revision },
    ...(network !== null && { network }),
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}

/** Returns the public metadata of one revision. */
export function revisionOf({ revision, language, description, size, updatedAt }: CodeRow): CodeRevision {
  return { revision, language, description, size, createdAt: isoOf(updatedAt) };
}

/** Returns the payload as the client sent it. */
export function payloadOf({ salt, nonce, ciphertext }: SealedCodeRow): ZKPayload {
  return { v: 1, salt: encodeBase64(salt), nonce: encodeBase64(nonce), ciphertext: encodeBase64(ciphertext) };
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
