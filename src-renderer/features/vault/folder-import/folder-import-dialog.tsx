import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { ReadingFolder } from '../../../ui/files/reading-folder.tsx';
import type { SourceFolder } from '../../../ui/files/source-folder.ts';
import { type FolderReading, useReadFolder } from '../../../ui/files/use-read-folder.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { PlannedFile } from '../transfer/import-files.ts';
import { FolderChoices } from './folder-choices.tsx';
import { folderLimits, readFolder } from './read-folder.ts';

interface FolderImportDialogProps {
  folder: SourceFolder;
  stored: readonly EncryptedCodeMetadata[];
  onImport(planned: readonly PlannedFile[]): void;
  onClose(): void;
}

const limits =
  `At most ${folderLimits.files.toLocaleString('en')} files with ${folderLimits.bytes / 1024 / 1024} MiB together, and ` +
  '1 MiB each. Files that usually hold secrets are left out.';

/** Reads a folder, and says what will be imported and what will not before anything is stored. */
export function FolderImportDialog({ folder, stored, onImport, onClose }: FolderImportDialogProps) {
  const { looked, found, error } = useFolder(folder);
  return (
    <Dialog open onOpenChange={onClose} size="wide" title={titleOf(folder)} description={limits}>
      <ErrorNote error={error} />
      {found ? (
        <FolderChoices found={found} stored={stored} onImport={onImport} onClose={onClose} />
      ) : (
        <ReadingFolder looked={looked} error={error} onClose={onClose} />
      )}
    </Dialog>
  );
}

const titleOf = ({ name }: SourceFolder): string => (name === '' ? 'Import folders' : `Import the folder ${name}`);

/** Reads the folder once. The reading ends with the dialog. */
function useFolder(folder: SourceFolder) {
  const { data: languages, error: languagesError } = useQuery(languagesQuery);
  const read = useMemo(
    () => languages && ((reading: FolderReading) => readFolder(folder, { languages, ...reading })),
    [folder, languages],
  );
  const { error, ...rest } = useReadFolder(read);
  return { ...rest, error: error ?? languagesError };
}
