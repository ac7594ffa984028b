import type { Calls } from './calls.ts';
import type { AuditPage, AuditVerification } from './generated/api.ts';
import type { CallOptions, QueryOf } from './operations.ts';

/** The audit log of the account. */
export function createAuditCalls({ request, download }: Calls) {
  return {
    /** Returns one page, newest first. Pass its `nextBefore` as `before` to get the next page. */
    list: (query: QueryOf<'GET /api/v1/audit-log'> = {}, options: CallOptions = {}): Promise<AuditPage> =>
      request('GET /api/v1/audit-log', { query, ...options }),

    /** Verifies the hash chain of the log. */
    verify: (options: CallOptions = {}): Promise<AuditVerification> => request('GET /api/v1/audit-log/verify', options),

    /** Returns all entries that match, oldest first, as JSON Lines or CSV. */
    export: async (query: QueryOf<'GET /api/v1/audit-log/export'> = {}, options: CallOptions = {}): Promise<string> =>
      new TextDecoder().decode(await download('GET /api/v1/audit-log/export', { query, ...options })),
  };
}
