import Papa from 'papaparse';
import type { AuditEntry, AuditExportFormat } from '../../src-shared/contracts/audit.contract.ts';

const columns = [
  'id',
  'user_id',
  'action',
  'resource_type',
  'resource_id',
  'ip_address',
  'metadata',
  'created_at',
] as const satisfies (keyof AuditEntry)[];

interface ExportText {
  mediaType: string;
  /** Text before the first entry. */
  header: string;
  text(entries: readonly AuditEntry[]): string;
}

/**
 * Formats of an export: JSON Lines, or CSV (RFC 4180) with the metadata as JSON in one cell. A cell that a spreadsheet would
 * read as a formula is prefixed with `'`.
 */
export const exportTexts: Record<AuditExportFormat, ExportText> = {
  jsonl: {
    mediaType: 'application/x-ndjson',
    header: '',
    text: (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  },
  csv: { mediaType: 'text/csv', header: csvOf([[...columns]]), text: (entries) => csvOf(entries.map(cellsOf)) },
};

function cellsOf(entry: AuditEntry): unknown[] {
  return columns.map((column) => (column === 'metadata' ? JSON.stringify(entry.metadata) : entry[column]));
}

function csvOf(rows: unknown[][]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { escapeFormulae: true, newline: '\r\n' })}\r\n`;
}
