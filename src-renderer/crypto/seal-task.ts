import type { DraftPayload } from '../../src-shared/zk/draft-payload.ts';
import type { DraftContext, DraftKey } from '../../src-shared/zk/draft-seal.ts';
import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';
import type { ContentsHit } from './contents-search.ts';

/** A task of the worker. */
export type SealTask =
  | { kind: 'seal'; masterPassword: string; code: string }
  /** With a salt of its own. */
  | { kind: 'seal-alone'; masterPassword: string; code: string }
  | { kind: 'open'; masterPassword: string; payload: ZKPayload }
  | ContentsTask
  | DraftTask;

export type ContentsTask =
  /** Decrypts a script and keeps it in the worker, to be searched. */
  | { kind: 'add-contents'; masterPassword: string; name: string; payload: ZKPayload }
  | { kind: 'find-contents'; masterPassword: string; text: string };

export type DraftTask =
  /** The salt is random if absent. */
  | { kind: 'derive-draft-key'; masterPassword: string; salt: Uint8Array | undefined }
  | { kind: 'seal-draft'; key: DraftKey; context: DraftContext; text: string }
  | { kind: 'open-draft'; key: DraftKey; context: DraftContext; payload: DraftPayload };

/** The worker's answer. */
export type SealAnswer =
  | { kind: 'sealed'; payload: ZKPayload }
  | { kind: 'opened'; code: string }
  /** `isFull`: the scripts together are larger than the limit, so this one is not searched. */
  | { kind: 'added-contents'; isFull: boolean }
  | { kind: 'found-contents'; hits: readonly ContentsHit[] }
  | { kind: 'draft-key'; key: DraftKey }
  | { kind: 'sealed-draft'; payload: DraftPayload }
  | { kind: 'opened-draft'; text: string }
  | { kind: 'failed'; wrongPassword: boolean };
