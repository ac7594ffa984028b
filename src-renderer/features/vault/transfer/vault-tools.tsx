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
import { useToolStates } from './use-tool-states.ts';
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
  const { stateOf, asked, bring, bringFolder, saveExport, askZip, askPassword, start, close } = useTools(
    stored,
    masterPassword ?? '',
  );
  const isOpen = masterPassword !== null;
  const hasScripts = stored.length > 0;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line p-3 low:p-2">
      <div className="min-w-0 flex-1 basis-56">
        <FileDrop
          label="Import files"
          purpose="Files for the vault"
          {...stateOf('files', isOpen)}
          onFiles={(files) => void bring(files).catch(report)}
          takeDrop={({ items }) => bringFolder(folderOfDrop(items))}
          further={
            <FolderButton
              label="Import a folder"
              purpose="Folder for the vault"
              isIcon
              {...stateOf('folder', isOpen)}
              onFolder={bringFolder}
            />
          }
        />
      </div>
      <div className="flex min-w-0 flex-1 basis-56 gap-1">
        <Button
          {...stateOf('export', hasScripts)}
          onClick={saveExport}
          icon={<Download size={14} aria-hidden="true" />}
          className="min-w-0 flex-1 px-1!"
        >
          Export encrypted
        </Button>
        <IconButton
          label="Export as zip"
          kind="plain"
          {...stateOf('zip', hasScripts)}
          onClick={askZip}
          icon={<FileArchive size={16} aria-hidden="true" />}
        />
        <IconButton
          label="Change the vault’s password"
          kind="plain"
          {...stateOf('password', isOpen && hasScripts)}
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

/** The actions of the buttons. An import asks first for an export, and for files that would replace a stored script. */
function useTools(stored: readonly EncryptedCodeMetadata[], masterPassword: string) {
  const { press, stateOf } = useToolStates();
  const [asked, setAsked] = useState<Question>();
  const close = () => setAsked(undefined);
  const start = (planned: readonly PlannedFile[]) => {
    close();
    void importFiles(masterPassword, planned).catch(report);
  };
  const bring = async (files: File[]) => {
    press('files');
    const backup = files.length === 1 && files[0] ? await readBackup(files[0]) : undefined;
    if (backup !== undefined) return setAsked({ kind: 'backup', backup });
    const planned = planImport(files, stored);
    if (planned.some(({ replaced, isRepeated }) => replaced !== undefined && !isRepeated))
      return setAsked({ kind: 'files', planned });
    return start(planned);
  };
  const bringFolder = (folder: SourceFolder | undefined): boolean => {
    if (folder === undefined) return false;
    press('folder');
    setAsked({ kind: 'folder', folder });
    return true;
  };
  const ask = (kind: 'zip' | 'password') => () => {
    press(kind);
    setAsked({ kind });
  };
  const saveExport = () => {
    press('export');
    startBackup(stored);
  };
  return {
    stateOf,
    asked,
    bring,
    bringFolder,
    saveExport,
    askZip: ask('zip'),
    askPassword: ask('password'),
    start,
    close,
  };
}

const report = (error: unknown) => showToast(asApiError(error).message, 'danger');
