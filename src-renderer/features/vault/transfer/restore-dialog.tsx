import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import type { ExportedCode } from '../../../../src-shared/formats/vault-export.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { asApiError } from '../../../client/api-error.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { languageName } from '../../../client/use-language-name.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { formatBytes, formatTime } from '../../../ui/text/format.ts';
import { restoreBackup } from './vault-backup.ts';

interface RestoreDialogProps {
  backup: readonly ExportedCode[];
  stored: readonly EncryptedCodeMetadata[];
  masterPassword: string;
  onClose(): void;
}

/**
 * The dialog that restores scripts of an export. Each is stored unchanged after the master password has decrypted it.
 */
export function RestoreDialog({ backup, stored, masterPassword, onClose }: RestoreDialogProps) {
  const { data: languages } = useQuery(languagesQuery);
  const isStored = ({ name }: ExportedCode) => stored.some((other) => other.name === name);
  // Scripts that were ticked or unticked here; the list of stored scripts may still change.
  const [ticked, setTicked] = useState<ReadonlyMap<ExportedCode, boolean>>(new Map());
  const chosen = backup.filter((code) => ticked.get(code) ?? !isStored(code));
  const restore = () => {
    onClose();
    void restoreBackup(masterPassword, chosen, stored).catch((error: unknown) =>
      showToast(asApiError(error).message, 'danger'),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Restore an export"
      description="Only scripts that your master password decrypts are restored."
    >
      {backup.length === 0 && <p className="text-sm text-muted">The export is empty.</p>}
      <ul className="max-h-[min(20rem,50vh)] divide-y divide-line overflow-auto rounded-control border border-line">
        {backup.map((code) => (
          <li key={code.name} className="flex items-center justify-between gap-3 px-3 py-1.5">
            <Checkbox
              label={<span className="font-medium break-all">{visibleLine(code.name)}</span>}
              hint={`${languageName(languages, code.language)}, ${formatBytes(code.size)}, ${formatTime(code.updatedAt)}`}
              checked={chosen.includes(code)}
              onChecked={(on) => setTicked(new Map(ticked).set(code, on))}
            />
            <Badge tone={isStored(code) ? 'warn' : 'good'}>{isStored(code) ? 'next revision' : 'new'}</Badge>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button kind="primary" disabled={chosen.length === 0} onClick={restore}>
          {chosen.length === 0 ? 'Restore' : `Restore ${countOf(chosen.length)}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const countOf = (count: number) => (count === 1 ? '1 script' : `${count} scripts`);
