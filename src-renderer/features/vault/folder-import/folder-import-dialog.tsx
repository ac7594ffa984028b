import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import type { SourceFolder } from '../../../ui/files/source-folder.ts';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import type { PlannedFile } from '../transfer/import-files.ts';
import { FolderChoices } from './folder-choices.tsx';
import { type FoundFolder, folderLimits, readFolder } from './read-folder.ts';

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
        <>
          <p role="status" className="text-sm text-muted">
            {error
              ? 'The folder could not be read.'
              : `Reading the folder: ${looked.toLocaleString('en')} files so far.`}
          </p>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

const titleOf = ({ name }: SourceFolder): string => (name === '' ? 'Import folders' : `Import the folder ${name}`);

/** Every so many files, the number on the screen changes. */
const countEvery = 25;

/** Reads the folder once. The reading ends with the dialog. */
function useFolder(folder: SourceFolder) {
  const { data: languages, error: languagesError } = useQuery(languagesQuery);
  const [looked, setLooked] = useState(0);
  const [found, setFound] = useState<FoundFolder>();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (languages === undefined) return;
    const reading = new AbortController();
    const { signal } = reading;
    const onProgress = (count: number) => count % countEvery === 0 && setLooked(count);
    readFolder(folder, { languages, signal, onProgress }).then(
      (read) => !signal.aborted && setFound(read),
      (problem: unknown) => !signal.aborted && setError(problem),
    );
    return () => reading.abort();
  }, [folder, languages]);
  return { looked, found, error: error ?? languagesError };
}
