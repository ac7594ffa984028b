import type { RunClient } from '../../../src-shared/contracts/executions/history-fields.ts';
import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import type { RunHead } from './heads.store.ts';

/** Properties that a search requires of a run; the times are epoch ms. */
export interface RunFilter {
  search?: string | undefined;
  idPrefix?: string | undefined;
  status?: Execution['status'] | undefined;
  /** Id of a language. */
  language?: string | undefined;
  client?: RunClient | undefined;
  pinned?: boolean | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

interface Found {
  head: RunHead;
  /** The status now: that of a run in memory is newer than the stored one. */
  status: () => Execution['status'];
  /** Opens the sealed names. */
  names: () => readonly string[];
}

/** Returns a function that compares runs with a filter. Names are opened only for runs that match everything else. */
export function createRunMatcher(filter: RunFilter): (found: Found) => boolean {
  const { idPrefix, language, client, pinned, from, to } = filter;
  const sought = filter.search === undefined ? undefined : folded(filter.search);
  return ({ head, status, names }) =>
    (language === undefined || head.language === language) &&
    (client === undefined || head.client === client) &&
    (pinned === undefined || (head.pinnedAt !== null) === pinned) &&
    (from === undefined || head.createdAt >= from) &&
    (to === undefined || head.createdAt < to) &&
    (idPrefix === undefined || head.id.startsWith(idPrefix) || head.id.startsWith(`run_${idPrefix}`)) &&
    (filter.status === undefined || status() === filter.status) &&
    (sought === undefined || names().some((name) => folded(name).includes(sought)));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
