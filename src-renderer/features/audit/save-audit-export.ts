import { type AuditExportFormat, exportAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { send } from '../../client/send.ts';
import { saveBytes } from '../../ui/files/save-bytes.ts';
import type { AuditFilters } from './audit.queries.ts';

/** Saves the filtered entries as a file; returns its name. @throws ApiError */
export async function saveAuditExport({ action, from, to }: AuditFilters, format: AuditExportFormat): Promise<string> {
  const query = { format, action: action || undefined, from: from || undefined, to: to || undefined };
  const response = await send(exportAuditLog, { query });
  const name = `strongroom-audit-${new Date().toISOString().slice(0, 10)}.${format}`;
  saveBytes(await response.blob(), name);
  return name;
}
