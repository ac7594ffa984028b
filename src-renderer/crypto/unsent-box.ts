import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64Bytes } from '../../src-shared/formats/base64.ts';
import { DraftPayload } from '../../src-shared/zk/draft-payload.ts';
import { type DraftContext, openDraft, sealDraft } from '../../src-shared/zk/draft-seal.ts';
import { plaintextOf, textOfPlain } from './draft-text.ts';

/** Seals and opens the list of what was not sent, at once. */
export interface UnsentBox {
  /** Tells the lists of accounts and installations apart, and nothing else of them. */
  tag: string;
  seal(text: string): string;
  /** Undefined for what is no list of this account. */
  open(sealed: string): string | undefined;
}

/** With the key of the account's drafts, 32 bytes in base64: the names of scripts in the list are sealed as well. */
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
