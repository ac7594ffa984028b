import { infiniteQueryOptions } from '@tanstack/react-query';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { call } from '../../client/call.ts';

/** Filters that the daemon applies; text is searched in the loaded entries. Times are ISO 8601. */
export interface AuditFilters {
  action: string;
  from: string;
  to: string;
}

const pageSize = 1000;

/** The audit log, newest first, in pages of a thousand entries. */
export const auditQuery = ({ action, from, to }: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', action, from, to],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditLog, {
        query: {
          limit: pageSize,
          before: pageParam,
          action: action || undefined,
          from: from || undefined,
          to: to || undefined,
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.nextBefore ?? undefined,
    refetchOnWindowFocus: false,
  });
