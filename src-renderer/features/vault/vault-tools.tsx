import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { EncryptedCode, EncryptedCodeMetadata } from '../../../src-shared/vault.contract.ts';
import { asApiError } from '../../client/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { importFiles } from './import-files.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { readBackup, saveBackup } from './vault-backup.ts';
import { useVault } from './vault-store.ts';

/** Files in, a copy of everything out, still sealed, and such a copy in again. */
export function VaultTools({ stored }: { stored: readonly EncryptedCodeMetadata[] }) {
  const masterPassword = useVault((state) => state.masterPassword);
  const [backup, setBackup] = useState<EncryptedCode[]>();
  const onError = (error: unknown) => showToast(asApiError(error).message, 'danger');
  const bring = useMutation({
    mutationFn: async (files: File[]) => {
      const found = files.length === 1 && files[0] ? await readBackup(files[0]) : undefined;
      if (found === undefined) return importFiles(masterPassword ?? '', files, stored);
      setBackup(found);
      return 0;
    },
    onSuccess: (count) => {
      if (count > 0) showToast(`${count} ${count === 1 ? 'file is' : 'files are'} in the vault.`);
    },
    onError,
  });
  const backUp = useMutation({ mutationFn: () => saveBackup(stored), onError });
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      <FileDrop
        label="Import files"
        purpose="Files for the vault"
        disabled={masterPassword === null}
        busy={bring.isPending}
        onFiles={(files) => bring.mutate(files)}
      />
      <Button
        disabled={stored.length === 0}
        busy={backUp.isPending}
        onClick={() => backUp.mutate()}
        icon={<Download size={14} aria-hidden="true" />}
      >
        Export encrypted
      </Button>
      {backup && masterPassword !== null && (
        <RestoreDialog
          backup={backup}
          stored={stored}
          masterPassword={masterPassword}
          onClose={() => setBackup(undefined)}
        />
      )}
    </div>
  );
}
