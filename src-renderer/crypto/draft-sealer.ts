import { base64Bytes, encodeBase64 } from '../../src-shared/formats/base64.ts';
import type { DraftPayload } from '../../src-shared/zk/draft-payload.ts';
import {
  type DraftContext,
  type DraftKey,
  DraftOpenError,
  openDraft,
  sealDraft,
} from '../../src-shared/zk/draft-seal.ts';
import { zkLengths, zkOverheadBytes } from '../../src-shared/zk/zk-payload.ts';
import { ApiError } from '../client/api-error.ts';
import { loadPart } from '../client/load-part.ts';
import { compressionThresholdUnits, plaintextOf, textOf } from './draft-text.ts';

/** Seals and opens drafts with keys of one kind. */
export interface DraftSealer {
  /** Derives the key in advance, so that `sealNow` can use it. */
  prepare(): void;
  /** @throws ApiError `unreadable` */
  seal(context: DraftContext, text: string): Promise<DraftPayload>;
  /**
   * Encrypts synchronously while the page is closed; returns undefined if the key is not ready or the text is too long.
   */
  sealNow(context: DraftContext, text: string): DraftPayload | undefined;
  /** @throws ApiError `decryption_failed` */
  open(context: DraftContext, payload: DraftPayload): Promise<string>;
}

/** Limit of a text that is encrypted on the main thread, in UTF-16 units. */
const sealNowLimitUnits = 1536 * 1024;

interface KeySource {
  ready(): DraftKey | undefined;
  toSeal(): Promise<DraftKey>;
  /** The key of a payload's salt. */
  toOpen(salt: string | null): Promise<DraftKey>;
}

/** Creates a sealer with the key of the account's drafts: 32 bytes in base64. */
export function createAccountSealer(key: string): DraftSealer {
  const own = { salt: null, material: base64Bytes(key) };
  return createSealer({ ready: () => own, toSeal: async () => own, toOpen: async () => own });
}

/**
 * Creates a sealer with keys derived from the master password. Deriving a key takes a third of a second, so one key
 * seals all drafts, and the key of each other salt is derived once.
 */
export function createMasterSealer(masterPassword: string): DraftSealer {
  const keys = new Map<string, Promise<DraftKey>>();
  let own: Promise<DraftKey> | undefined;
  let ready: DraftKey | undefined;
  const adopt = (key: Promise<DraftKey>): Promise<DraftKey> => {
    own = key;
    key.then(
      (derived) => {
        ready = derived;
        keys.set(encodeBase64(derived.salt ?? new Uint8Array()), key);
      },
      () => {
        own = undefined;
      },
    );
    return key;
  };
  return createSealer({
    ready: () => ready,
    toSeal: () => own ?? adopt(derive(masterPassword, undefined)),
    toOpen: async (salt) => {
      if (salt === null || base64Bytes(salt).length !== zkLengths.salt) throw cannotOpen();
      await own?.catch(() => undefined);
      const known = keys.get(salt);
      if (known !== undefined) return known;
      const derived = derive(masterPassword, base64Bytes(salt));
      keys.set(salt, derived);
      return own === undefined ? adopt(derived) : derived;
    },
  });
}

function createSealer({ ready, toSeal, toOpen }: KeySource): DraftSealer {
  return {
    prepare: () => void toSeal().catch(() => undefined),
    seal: async (context, text) => {
      const key = await toSeal();
      if (text.length < compressionThresholdUnits) return sealDraft(key, context, { plaintext: plaintextOf(text) });
      const answer = await inWorker({ kind: 'seal-draft', key, context, text });
      if (answer.kind === 'sealed-draft') return answer.payload;
      throw new ApiError(
        'unreadable',
        'The draft could not be encrypted in this window. Reload the window and try again.',
      );
    },
    sealNow: (context, text) => {
      const key = ready();
      if (key === undefined || text.length > sealNowLimitUnits) return undefined;
      return sealDraft(key, context, { plaintext: plaintextOf(text) });
    },
    open: async (context, payload) => {
      const key = await toOpen(payload.salt);
      if (payload.ciphertext.length < compressionThresholdUnits + zkOverheadBytes)
        return openHere(key, context, payload);
      const answer = await inWorker({ kind: 'open-draft', key, context, payload });
      if (answer.kind === 'opened-draft') return answer.text;
      throw cannotOpen();
    },
  };
}

async function openHere(key: DraftKey, context: DraftContext, payload: DraftPayload): Promise<string> {
  try {
    return await textOf(openDraft(key, context, payload));
  } catch (error) {
    if (error instanceof DraftOpenError) throw cannotOpen();
    throw error;
  }
}

async function derive(masterPassword: string, salt: Uint8Array | undefined): Promise<DraftKey> {
  const answer = await inWorker({ kind: 'derive-draft-key', masterPassword, salt });
  if (answer.kind === 'draft-key') return answer.key;
  throw new ApiError(
    'unreadable',
    'The draft key could not be derived in this window. Reload the window and try again.',
  );
}

/** The worker's script, with Argon2 in it, is loaded when it is first used. */
async function inWorker(task: Parameters<typeof import('./ask-worker.ts').askWorker>[0]) {
  const { askWorker } = await loadPart(() => import('./ask-worker.ts'));
  return askWorker(task);
}

function cannotOpen(): ApiError {
  return new ApiError(
    'decryption_failed',
    'The draft was encrypted with another password or key, or its bytes were changed.',
  );
}
