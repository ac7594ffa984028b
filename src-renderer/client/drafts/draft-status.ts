import type { DraftPayload } from '../../../src-shared/zk/draft-payload.ts';
import type { ApiError } from '../api-error.ts';

/**
 * `saved`: the daemon has all of it. `saving`: it will have it within seconds. `unsaved`: it could not be saved, is kept
 * in this browser where that is possible, and is tried again. `conflict`: another window has saved another version, which
 * stays in the daemon until a person chooses.
 */
export type DraftState = 'saved' | 'saving' | 'unsaved' | 'conflict';

export interface DraftStatus {
  state: DraftState;
  /** Why it is not saved. */
  problem?: ApiError;
}

/** A version of a draft, or its removal, that the daemon does not have yet. */
export interface UnsentDraft {
  id: string;
  /** Epoch ms. */
  changedAt: number;
  /** The `updatedAt` of the version that it was made from; null: none; undefined: unknown. */
  basedOn: string | null | undefined;
  /** Of versions that the same window sent, which the daemon may have although no answer came. */
  nonces: readonly string[];
  /** Null: the draft is to be removed. */
  payload: DraftPayload | null;
}
