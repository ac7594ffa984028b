import { Download } from 'lucide-react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { formatAgo } from '../../../ui/text/format.ts';
import { useToolStates } from '../transfer/use-tool-states.ts';
import { startBackup } from '../transfer/vault-backup.ts';
import { isBackupDue, useBackupNote } from './backup-state.ts';

/** Reminds of a backup of the scripts, if the last one of this browser is too long ago. **Later** puts it off. */
export function BackupReminder({ stored }: { stored: readonly EncryptedCodeMetadata[] }) {
  const { note, change } = useBackupNote();
  const { press, stateOf } = useToolStates();
  if (stored.length === 0 || !isBackupDue(note, Date.now())) return null;
  return (
    <section
      aria-label="Backup"
      className="flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft p-3 low:gap-1 low:p-2"
    >
      <p className="min-w-0 flex-1 basis-56 text-xs">{lastBackupText(note)}</p>
      <div className="flex flex-wrap gap-1">
        <Button
          {...stateOf('export')}
          onClick={() => {
            press('export');
            startBackup(stored);
          }}
          icon={<Download size={14} aria-hidden="true" />}
          className="px-2!"
        >
          Back up now
        </Button>
        <Button kind="quiet" onClick={() => change({ laterAt: Date.now() })} className="px-2!">
          Later
        </Button>
      </div>
    </section>
  );
}

/** Says when this browser saved the last backup. */
export function lastBackupText({ lastAt }: { lastAt?: number | undefined }): string {
  if (lastAt === undefined) return 'This browser has saved no backup of your scripts yet.';
  return `The last backup of your scripts from this browser: ${formatAgo(new Date(lastAt).toISOString())}.`;
}
