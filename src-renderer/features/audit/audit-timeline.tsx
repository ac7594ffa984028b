import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { AuditEntry } from '../../../src-shared/contracts/audit.contract.ts';
import { EmptyState, LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { useArrangement } from '../../ui/split/use-media.ts';
import { formatNumber } from '../../ui/text/format.ts';
import { auditQuery } from './audit.queries.ts';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { AuditFilterBar, type FilterFields, noFilter, toFilters } from './audit-filter-bar.tsx';
import { AuditRow } from './audit-row.tsx';
import { searchTextOf } from './audit-text.ts';
import { AuditVerification } from './audit-verification.tsx';

/** Rows that a search must find before it stops loading further pages automatically. */
const enoughRows = 60;

/** The audit log of the account: what was done, when and from where. `filter` is the first filter. */
export function AuditTimeline({ filter }: { filter?: Partial<FilterFields> | undefined }) {
  const [opened, setOpened] = useState<AuditEntry>();
  const isStacked = useArrangement() === 'stacked';
  const [fields, setFields] = useState<FilterFields>({ ...noFilter, ...filter });
  const search = useDeferredValue(fields.text.trim().toLowerCase());
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    auditQuery(toFilters(fields)),
  );
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.logs) ?? [], [data]);
  const found = useMemo(() => filterByText(loaded, search), [loaded, search]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  useEffect(() => {
    if (search !== '' && found.length < enoughRows) more();
  }, [search, found.length, more]);
  return (
    <>
      <AuditFilterBar fields={fields} onFields={setFields} />
      <AuditVerification filters={toFilters(fields)} />
      {error && (
        <div className="p-4">
          <ErrorNote error={error} />
        </div>
      )}
      {isPending && <LoadingRows label="Loading the audit log" rows={10} />}
      {data && found.length === 0 && !isFetchingNextPage && (
        <EmptyState icon={<ScrollText size={24} />} title="No entry matches the filter">
          Change the filter, or clear it.
        </EmptyState>
      )}
      {found.length > 0 && (
        <VirtualList
          label="Audit log, newest first"
          items={found}
          keyOf={({ id }) => id}
          rowHeight={isStacked ? 56 : 44}
          row={(entry) => <AuditRow entry={entry} onOpen={setOpened} />}
          onNearEnd={more}
        />
      )}
      <div className="flex flex-wrap items-start gap-x-6 border-t border-line bg-surface px-4 py-1.5 text-xs text-muted">
        <p role="status">
          {countText(found.length, hasNextPage)}
          {isFetchingNextPage && ' Loading more …'}
        </p>
        <AboutNumbers />
      </div>
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function AboutNumbers() {
  return (
    <details>
      <summary>What the numbers mean</summary>
      <p className="max-w-prose pt-1">
        Each entry of this daemon has the next number, and is written together with the change that it describes: no
        change is without an entry, and no number is given twice or left out. Numbers that are missing here belong to
        other accounts on this machine. “Verify” checks that the daemon’s own numbers have no gap.
      </p>
    </details>
  );
}

function filterByText(entries: AuditEntry[], search: string): AuditEntry[] {
  return search === '' ? entries : entries.filter((entry) => searchTextOf(entry).includes(search));
}

function countText(count: number, hasMore: boolean): string {
  return `${formatNumber(count)}${hasMore ? ' so far' : ''} ${count === 1 ? 'entry' : 'entries'}.`;
}
