import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { instant, queryInteger, timestamp } from '../fields.ts';

/** The customer's specification requires these fields and their snake case. */
export const AuditEntry = z
  .strictObject({
    id: z.int(),
    user_id: z.int(),
    action: z.string(),
    resource_type: z.string(),
    resource_id: z.string().nullable(),
    ip_address: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    created_at: timestamp(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilter = z.strictObject({
  action: z.string().min(1).max(64).optional(),
  from: instant().optional(),
  to: instant().optional(),
});

export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/v1/audit-log',
  tag: 'Audit',
  summary: 'Get audit log',
  description: "The account's own entries, newest first. Pass `nextBefore` of a page as `before` to get the next page.",
  access: 'audit',
  query: AuditFilter.extend({
    limit: queryInteger(1, 1000).optional(),
    before: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
  }),
  replies: {
    200: z.strictObject({ logs: z.array(AuditEntry), nextBefore: z.int().nullable() }).meta({ id: 'AuditPage' }),
  },
});

/** Results of verifying the hash chain of the audit log (docs/audit.md). */
export const auditResults = ['intact', 'edited', 'gap', 'truncated', 'rolled_back', 'unanchored'] as const;
export type AuditResult = (typeof auditResults)[number];

export const AuditVerification = z
  .strictObject({
    verdict: z.enum(auditResults),
    entries: z.int().meta({ description: "The account's own entries." }),
    firstBadId: z.int().optional().meta({ description: 'Id of the first entry that was changed or is missing.' }),
  })
  .meta({ id: 'AuditVerification' });
export type AuditVerification = z.infer<typeof AuditVerification>;

export const verifyAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/v1/audit-log/verify',
  tag: 'Audit',
  summary: 'Verify the audit log',
  description:
    'Verifies the hash chain over all entries of this daemon and compares its end with the copy in the key store.',
  access: 'audit',
  replies: { 200: AuditVerification },
});

export const exportFormats = ['jsonl', 'csv'] as const;
export type AuditExportFormat = (typeof exportFormats)[number];

export const exportAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/v1/audit-log/export',
  tag: 'Audit',
  summary: 'Export the audit log',
  description:
    "All of the account's own entries that match the filter, oldest first. The entry of this export is the last one.",
  access: 'audit',
  query: AuditFilter.extend({ format: z.enum(exportFormats).optional().meta({ description: 'jsonl if absent.' }) }),
  replies: { 200: { mediaTypes: ['application/x-ndjson', 'text/csv'] } },
});
