import { Button } from '../controls/button.tsx';
import { DialogActions } from '../overlays/dialog.tsx';

interface ReadingFolderProps {
  /** The number of files so far. */
  looked: number;
  error: unknown;
  onClose(): void;
}

/** A dialog's content while its folder is read, or could not be read. */
export function ReadingFolder({ looked, error, onClose }: ReadingFolderProps) {
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {error ? 'The folder could not be read.' : `Reading the folder: ${looked.toLocaleString('en')} files so far.`}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </>
  );
}
