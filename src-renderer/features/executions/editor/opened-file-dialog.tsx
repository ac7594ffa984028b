import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { answerWaiting, refuseWaiting, useOpenedFiles } from './opened-files.ts';

/** Asks before a file that the desktop opened replaces the content of the editor. */
export function OpenedFileDialog() {
  const [file, ...others] = useOpenedFiles(({ waiting }) => waiting);
  if (file === undefined) return null;
  const name = visibleLine(file.name);
  return (
    <Dialog open onOpenChange={() => void answerWaiting(false)} title={`Open ${name} in the editor?`}>
      <p className="text-sm text-muted">
        The file replaces the code and the options in the editor, and their draft. Unless you ran them or saved them to
        the vault, they are lost. Opening the file does not run it.
      </p>
      {others.length > 0 && (
        <p className="mt-2 text-sm">
          {others.length === 1 ? '1 more file is waiting.' : `${others.length} more files are waiting.`}
        </p>
      )}
      <DialogActions>
        {others.length > 0 && <Button onClick={refuseWaiting}>Open none of them</Button>}
        <Button onClick={() => void answerWaiting(false)}>Keep the current code</Button>
        <Button kind="danger" onClick={() => void answerWaiting(true)}>
          Replace it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
