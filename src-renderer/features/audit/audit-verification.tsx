import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import {
  type AuditExportFormat,
  type AuditResult,
  exportAuditLog,
  verifyAuditLog,
} from '../../../src-shared/contracts/audit.contract.ts';
import { call } from '../../client/call.ts';
import { send } from '../../client/send.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { saveBytes } from '../../ui/files/save-bytes.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import { formatNumber } from '../../ui/text/format.ts';
import type { AuditFilters } from './audit.queries.ts';

const resultTexts: Record<AuditResult, { tone: Tone; text: string }> = {
  intact: { tone: 'good', text: 'No entry was changed, and none is missing.' },
  unanchored: {
    tone: 'warn',
    text: 'The entries are consistent, but the key store has no copy of the latest entry to compare with.',
  },
  edited: { tone: 'danger', text: 'An entry was changed after it was written.' },
  gap: { tone: 'danger', text: 'An entry is missing.' },
  truncated: { tone: 'danger', text: 'The latest entries are missing.' },
  rolled_back: { tone: 'danger', text: 'The database is older than the copy of the latest entry in the key store.' },
};

/** Buttons that verify and export the audit log. */
export function AuditVerification({ filters }: { filters: AuditFilters }) {
  const verify = useMutation({ mutationFn: () => call(verifyAuditLog, {}) });
  const save = useMutation({
    mutationFn: (format: AuditExportFormat) => saveAuditExport(filters, format),
    onSuccess: (name) => {
      showToast(`${name} is saved.`);
      return sessionQueries().invalidateQueries({ queryKey: ['audit'] });
    },
  });
  const found = verify.data;
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line bg-surface px-4 py-2 text-sm">
      <Button
        busy={verify.isPending}
        onClick={() => verify.mutate()}
        icon={<ShieldCheck size={14} aria-hidden="true" />}
      >
        Verify
      </Button>
      <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        {found && <Badge tone={resultTexts[found.verdict].tone}>{found.verdict.replace('_', ' ')}</Badge>}
        {found && (
          <span className="text-muted">
            {resultTexts[found.verdict].text} {formatNumber(found.entries)} entries of this account
            {found.firstBadId === undefined ? '.' : `; the first invalid entry is ${found.firstBadId}.`}
          </span>
        )}
      </div>
      {(['jsonl', 'csv'] as const).map((format) => (
        <Button
          key={format}
          busy={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
          icon={<Download size={14} aria-hidden="true" />}
        >
          {format === 'jsonl' ? 'Export JSON Lines' : 'Export CSV'}
        </Button>
      ))}
      <ErrorNote error={verify.error ?? save.error} />
    </div>
  );
}

/** Saves the filtered entries as a file; returns its name. @throws ApiError */
async function saveAuditExport({ action, from, to }: AuditFilters, format: AuditExportFormat): Promise<string> {
  const query = { format, action: action || undefined, from: from || undefined, to: to || undefined };
  const response = await send(exportAuditLog, { query });
  const name = `strongroom-audit-${new Date().toISOString().slice(0, 10)}.${format}`;
  saveBytes(await response.blob(), name);
  return name;
}
