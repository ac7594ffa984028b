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

/** The audit log of the account: what was done, when and from where. */
export function AuditTimeline() {
  const [opened, setOpened] = useState<AuditEntry>();
  const isStacked = useArrangement() === 'stacked';
  const [fields, setFields] = useState<FilterFields>(noFilter);
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
      <p role="status" className="border-t border-line bg-surface px-4 py-1.5 text-xs text-muted">
        {countText(found.length, hasNextPage)}
        {isFetchingNextPage && ' Loading more …'}
      </p>
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function filterByText(entries: AuditEntry[], search: string): AuditEntry[] {
  return search === '' ? entries : entries.filter((entry) => searchTextOf(entry).includes(search));
}

function countText(count: number, hasMore: boolean): string {
  return `${formatNumber(count)}${hasMore ? ' so far' : ''} ${count === 1 ? 'entry' : 'entries'}.`;
}
