import type { ListingQuery } from '../../src-shared/listing-query.ts';
import type { Actor } from './actor.ts';

/** A client that completes names lists them at each Tab. One audit row stands for its listings of this time. */
const completionWindowMs = 15 * 60_000;
/** Larger than the number of credentials that complete names at the same time. */
const credentialsKept = 1000;

/** Decides which listings of one kind are recorded: each one, or for completion the first of a credential in 15 minutes. */
export function createListingRecords(now: () => number) {
  const recordedAt = new Map<string, number>();

  return {
    /** Returns true if the listing is to be recorded. Call it once for each listing. */
    mustRecord({ credential }: Pick<Actor, 'credential'>, { purpose }: ListingQuery): boolean {
      if (purpose === undefined) return true;
      const last = recordedAt.get(credential.id);
      const time = now();
      if (last !== undefined && time - last < completionWindowMs && time >= last) return false;
      if (recordedAt.size >= credentialsKept) recordedAt.clear();
      recordedAt.set(credential.id, time);
      return true;
    },
  };
}
