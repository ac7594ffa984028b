import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { languagesQuery } from '../../../../client/queries.ts';
import { ErrorNote } from '../../../../ui/feedback/error-note.tsx';
import { ReadingFolder } from '../../../../ui/files/reading-folder.tsx';
import { type FolderReading, useReadFolder } from '../../../../ui/files/use-read-folder.ts';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { FolderChoices } from './folder-choices.tsx';
import { listFolder } from './folder-files.ts';
import type { FolderDialogProps } from './input-files-props.ts';
import { inputLimitText } from './input-limits.ts';

/** Lists a folder, and says what a run gets of it before anything is read. */
export function FolderDialog(props: FolderDialogProps) {
  const { folder, onClose } = props;
  const { data: languages } = useQuery(languagesQuery);
  const read = useCallback((reading: FolderReading) => listFolder(folder, reading), [folder]);
  const { looked, found, error } = useReadFolder(read);
  const title = folder.name === '' ? 'Add folders' : `Add the folder ${folder.name}`;
  const description = `${inputLimitText} Left out are files that a .gitignore or .strongroomignore names, and those that usually hold secrets.`;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <ErrorNote error={error} />
      {found && languages ? (
        <FolderChoices {...props} found={found} languages={languages} />
      ) : (
        <ReadingFolder looked={looked} error={error} onClose={onClose} />
      )}
    </Dialog>
  );
}
