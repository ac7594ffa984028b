import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { languagesQuery } from '../../../../client/queries.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { ErrorNote } from '../../../../ui/feedback/error-note.tsx';
import type { SourceFolder } from '../../../../ui/files/source-folder.ts';
import { Dialog, DialogActions } from '../../../../ui/overlays/dialog.tsx';
import { FolderChoices } from './folder-choices.tsx';
import { type FolderFiles, listFolder } from './folder-files.ts';
import type { FolderDialogProps } from './input-files-props.ts';
import { inputLimitText } from './input-limits.ts';

/** Lists a folder, and says what a run gets of it before anything is read. */
export function FolderDialog(props: FolderDialogProps) {
  const { folder, onClose } = props;
  const { data: languages } = useQuery(languagesQuery);
  const { looked, found, error } = useListedFolder(folder);
  const title = folder.name === '' ? 'Add folders' : `Add the folder ${folder.name}`;
  const description = `${inputLimitText} Left out are files that a .gitignore or .strongroomignore names, and those that usually hold secrets.`;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <ErrorNote error={error} />
      {found && languages ? (
        <FolderChoices {...props} found={found} languages={languages} />
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

/** Every so many files, the number on the screen changes. */
const countEvery = 25;

/** Lists the folder once. The work ends with the dialog. */
function useListedFolder(folder: SourceFolder) {
  const [looked, setLooked] = useState(0);
  const [found, setFound] = useState<FolderFiles>();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    const onProgress = (count: number) => count % countEvery === 0 && setLooked(count);
    listFolder(folder, { signal, onProgress }).then(
      (read) => !signal.aborted && setFound(read),
      (problem: unknown) => !signal.aborted && setError(problem),
    );
    return () => reading.abort();
  }, [folder]);
  return { looked, found, error };
}
