import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64Bytes } from '../../src-shared/formats/base64.ts';
import { DraftPayload } from '../../src-shared/zk/draft-payload.ts';
import { type DraftContext, openDraft, sealDraft } from '../../src-shared/zk/draft-seal.ts';
import { plaintextOf, textOfPlain } from './draft-text.ts';

/** Encrypts and decrypts the list of unsent drafts synchronously. */
export interface UnsentBox {
  /** Distinguishes the lists of accounts and installations, and reveals nothing else about them. */
  tag: string;
  seal(text: string): string;
  /** Returns undefined for text that is not a list of this account. */
  open(sealed: string): string | undefined;
}

/** Uses the key of the account's drafts, 32 bytes in base64. Script names in the list are encrypted too. */
export function createUnsentBox(accountId: number, draftKey: string): UnsentBox {
  const key = { salt: null, material: base64Bytes(draftKey) };
  // No draft has this id.
  const context: DraftContext = { accountId, draftId: 'unsent' };
  return {
    tag: bytesToHex(sha256(utf8ToBytes(`strongroom/unsent-drafts/1 ${draftKey}`))).slice(0, 16),
    seal: (text) => JSON.stringify(sealDraft(key, context, { plaintext: plaintextOf(text) })),
    open: (sealed) => {
      try {
        return textOfPlain(openDraft(key, context, DraftPayload.parse(JSON.parse(sealed))));
      } catch {
        // Another program, installation or version may have written it.
        return undefined;
      }
    },
  };
}
