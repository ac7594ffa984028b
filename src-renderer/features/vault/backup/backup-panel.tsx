import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { SelectField } from '../../../ui/controls/field.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { TransferDialog } from '../transfer/transfer-dialog.tsx';
import { useTransfer } from '../transfer/transfer-store.ts';
import { startBackup } from '../transfer/vault-backup.ts';
import { vaultQuery } from '../vault.queries.ts';
import { lastBackupText } from './backup-reminder.tsx';
import { reminderDays, useBackupNote } from './backup-state.ts';

/** Saves the scripts of the vault in an encrypted file, and says how everything is backed up. */
export function BackupPanel() {
  const { data: stored, error } = useQuery(vaultQuery);
  const { note, change } = useBackupNote();
  const isBusy = useTransfer(({ transfer }) => transfer?.phase === 'running');
  return (
    <Panel
      title="Backup"
      description="The scripts of the vault in one file, encrypted as they are stored: it opens with the master password. Import it in the vault."
      action={
        <Button
          busy={isBusy}
          disabled={stored === undefined || stored.length === 0}
          onClick={() => stored && startBackup(stored)}
          icon={<Download size={14} aria-hidden="true" />}
        >
          Back up now
        </Button>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        <ErrorNote error={error} />
        <p role="status" className="text-sm">
          {stored?.length === 0 ? 'The vault has no scripts yet.' : lastBackupText(note)}
        </p>
        <div className="max-w-64">
          <SelectField
            label="Remind me in the vault"
            value={String(note.days)}
            options={reminderDays.map((days) => ({
              value: String(days),
              label: days === 0 ? 'Never' : `After ${days} days`,
            }))}
            onValue={(value) => change({ days: reminderDays.find((days) => String(days) === value) ?? 30 })}
          />
        </div>
        <div className="flex flex-col gap-1 text-sm">
          <p>
            Secrets, accounts, runs and the audit log are not in this file. A backup of everything, with the key that
            opens it, is made at the terminal of this machine:
          </p>
          <CodeBlock label="command for a backup of everything" text="strongroom backup strongroom.backup" />
        </div>
      </div>
      <TransferDialog />
    </Panel>
  );
}
