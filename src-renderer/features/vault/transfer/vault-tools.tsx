import { Download, FileArchive, KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import type { ExportedCode } from '../../../../src-shared/formats/vault-export.ts';
import { asApiError } from '../../../client/api-error.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { FileDrop } from '../../../ui/controls/file-drop.tsx';
import { FolderButton } from '../../../ui/controls/folder-button.tsx';
import { folderOfDrop, type SourceFolder } from '../../../ui/files/source-folder.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { lazyComponent } from '../../../ui/page/lazy-part.ts';
import { MasterPasswordDialog } from '../password/master-password-dialog.tsx';
import { useVault } from '../vault-store.ts';
import { ImportDialog } from './import-dialog.tsx';
import { importFiles, type PlannedFile, planImport } from './import-files.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { useTransfer } from './transfer-store.ts';
import { readBackup, startBackup } from './vault-backup.ts';

// It brings the rules of ignore files, which no other part of the screen needs.
const FolderImportDialog = lazyComponent(
  () => import('../folder-import/folder-import-dialog.tsx'),
  'FolderImportDialog',
);

const ZipDialog = lazyComponent(() => import('../zip-export/zip-dialog.tsx'), 'ZipDialog');

/** Buttons that import files or a folder, export all scripts, and restore an export. */
export function VaultTools({ stored }: { stored: readonly EncryptedCodeMetadata[] }) {
  const masterPassword = useVault((state) => state.masterPassword);
  const isBusy = useTransfer(({ transfer }) => transfer?.phase === 'running');
  const { asked, bring, bringFolder, askZip, askPassword, start, close } = useImport(stored, masterPassword ?? '');
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      <FileDrop
        label="Import files"
        purpose="Files for the vault"
        disabled={masterPassword === null}
        busy={isBusy}
        onFiles={(files) => void bring(files).catch(report)}
        takeDrop={({ items }) => bringFolder(folderOfDrop(items))}
      />
      <FolderButton
        label="Import a folder"
        purpose="Folder for the vault"
        disabled={masterPassword === null}
        busy={isBusy}
        onFolder={bringFolder}
      />
      <div className="flex gap-1">
        <Button
          disabled={stored.length === 0}
          busy={isBusy}
          onClick={() => startBackup(stored)}
          icon={<Download size={14} aria-hidden="true" />}
          className="min-w-0 flex-1 px-1!"
        >
          Export encrypted
        </Button>
        <IconButton
          label="Export as zip"
          kind="plain"
          disabled={stored.length === 0}
          busy={isBusy}
          onClick={askZip}
          icon={<FileArchive size={16} aria-hidden="true" />}
        />
        <IconButton
          label="Change the vault’s password"
          kind="plain"
          disabled={masterPassword === null || stored.length === 0}
          busy={isBusy}
          onClick={askPassword}
          icon={<KeyRound size={16} aria-hidden="true" />}
        />
      </div>
      {asked?.kind === 'password' && <MasterPasswordDialog onClose={close} />}
      {asked?.kind === 'files' && <ImportDialog planned={asked.planned} onImport={start} onClose={close} />}
      <Suspense>
        {asked?.kind === 'folder' && (
          <FolderImportDialog folder={asked.folder} stored={stored} onImport={start} onClose={close} />
        )}
        {asked?.kind === 'zip' && <ZipDialog scripts={stored} onClose={close} />}
      </Suspense>
      {asked?.kind === 'backup' && masterPassword !== null && (
        <RestoreDialog backup={asked.backup} stored={stored} masterPassword={masterPassword} onClose={close} />
      )}
      <TransferDialog />
    </div>
  );
}

type Question =
  | { kind: 'files'; planned: readonly PlannedFile[] }
  | { kind: 'zip' }
  | { kind: 'password' }
  | { kind: 'folder'; folder: SourceFolder }
  | { kind: 'backup'; backup: readonly ExportedCode[] };

/** Imports selected files. Asks first for an export, and for files that would replace a stored script. */
function useImport(stored: readonly EncryptedCodeMetadata[], masterPassword: string) {
  const [asked, setAsked] = useState<Question>();
  const close = () => setAsked(undefined);
  const start = (planned: readonly PlannedFile[]) => {
    close();
    void importFiles(masterPassword, planned).catch(report);
  };
  const bring = async (files: File[]) => {
    const backup = files.length === 1 && files[0] ? await readBackup(files[0]) : undefined;
    if (backup !== undefined) return setAsked({ kind: 'backup', backup });
    const planned = planImport(files, stored);
    if (planned.some(({ replaced, isRepeated }) => replaced !== undefined && !isRepeated))
      return setAsked({ kind: 'files', planned });
    return start(planned);
  };
  const bringFolder = (folder: SourceFolder | undefined): boolean => {
    if (folder !== undefined) setAsked({ kind: 'folder', folder });
    return folder !== undefined;
  };
  const askZip = () => setAsked({ kind: 'zip' });
  const askPassword = () => setAsked({ kind: 'password' });
  return { asked, bring, bringFolder, askZip, askPassword, start, close };
}

const report = (error: unknown) => showToast(asApiError(error).message, 'danger');
