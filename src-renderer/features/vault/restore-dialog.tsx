import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type EncryptedCode, type EncryptedCodeMetadata, storeCode } from '../../../src-shared/vault.contract.ts';
import { visibleLine } from '../../../src-shared/visible-text.ts';
import { call } from '../../client/call.ts';
import { sessionQueries } from '../../client/session-scope.ts';
import { openInWorker } from '../../crypto/seal-in-worker.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { formatBytes, formatTime } from '../../ui/format.ts';
import { showToast } from '../../ui/toasts.tsx';

interface RestoreDialogProps {
  backup: readonly EncryptedCode[];
  stored: readonly EncryptedCodeMetadata[];
  masterPassword: string;
  onClose(): void;
}

/** Reads an export back: one chooses what, and each is stored as it was sealed, once this password has opened it. */
export function RestoreDialog({ backup, stored, masterPassword, onClose }: RestoreDialogProps) {
  const isStored = ({ name }: EncryptedCode) => stored.some((other) => other.name === name);
  const [chosen, setChosen] = useState(() => backup.filter((code) => !isStored(code)));
  const restore = useMutation({
    mutationFn: () => storeAll(masterPassword, chosen),
    onSuccess: () => {
      showToast(`${countOf(chosen.length)} back in the vault.`);
      onClose();
    },
    onSettled: () => sessionQueries().invalidateQueries({ queryKey: ['vault'] }),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Read an export back"
      description="Each is tried with your master password first; what it does not open is not stored."
    >
      {backup.length === 0 && <p className="text-sm text-muted">The export is empty.</p>}
      <ul className="max-h-[min(20rem,50vh)] divide-y divide-line overflow-auto rounded-control border border-line">
        {backup.map((code) => (
          <li key={code.name} className="flex items-center justify-between gap-3 px-3 py-1.5">
            <Checkbox
              label={<span className="font-medium break-all">{visibleLine(code.name)}</span>}
              hint={`${visibleLine(code.language)}, ${formatBytes(code.size)}, ${formatTime(code.updatedAt)}`}
              checked={chosen.includes(code)}
              onChecked={(on) => setChosen(on ? [...chosen, code] : chosen.filter((other) => other !== code))}
            />
            <Badge tone={isStored(code) ? 'warn' : 'good'}>{isStored(code) ? 'next revision' : 'new'}</Badge>
          </li>
        ))}
      </ul>
      <ErrorNote error={restore.error} />
      <DialogActions>
        <Button kind="primary" busy={restore.isPending} disabled={chosen.length === 0} onClick={() => restore.mutate()}>
          {chosen.length === 0 ? 'Read back' : `Read ${countOf(chosen.length)} back`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const countOf = (count: number) => (count === 1 ? '1 code' : `${count} codes`);

/** One after the other; what was stored before a failure stays. @throws ApiError `decryption_failed` */
async function storeAll(masterPassword: string, chosen: readonly EncryptedCode[]): Promise<void> {
  for (const { name, language, description, encryptedPayload } of chosen) {
    await openInWorker(masterPassword, encryptedPayload);
    await call(storeCode, { params: { name }, body: { language, description, encryptedPayload } });
  }
}
