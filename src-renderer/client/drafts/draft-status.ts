import type { DraftPayload } from '../../../src-shared/zk/draft-payload.ts';
import type { ApiError } from '../api-error.ts';

/**
 * `saved`: the daemon has the newest version. `saving`: a save is scheduled or in progress. `unsaved`: the save failed;
 * the draft is stored in this browser if possible, and the save is retried. `conflict`: another window saved another
 * version, which stays in the daemon until the user chooses.
 */
export type DraftState = 'saved' | 'saving' | 'unsaved' | 'conflict';

export interface DraftStatus {
  state: DraftState;
  /** The reason why it is not saved. */
  problem?: ApiError;
}

/** A version of a draft, or its removal, that the daemon does not have yet. */
export interface UnsentDraft {
  id: string;
  /** Epoch ms. */
  changedAt: number;
  /** The `updatedAt` of the version that it is based on; null: none; undefined: unknown. */
  basedOn: string | null | undefined;
  /** Nonces of versions that the same window sent: the daemon may have one of them although no response arrived. */
  nonces: readonly string[];
  /** The encrypted draft; null to remove it. */
  payload: DraftPayload | null;
}
