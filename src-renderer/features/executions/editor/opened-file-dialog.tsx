import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { answerWaiting, useOpenedFiles } from './opened-files.ts';

/** Asks before a file that the desktop opened replaces the content of the editor. */
export function OpenedFileDialog() {
  const file = useOpenedFiles(({ waiting }) => waiting[0]);
  if (file === undefined) return null;
  const name = visibleLine(file.name);
  return (
    <Dialog open onOpenChange={() => void answerWaiting(false)} title={`Open ${name} in the editor?`}>
      <p className="text-sm text-muted">
        The file replaces the code and the options in the editor, and their draft. Unless you ran them or saved them to
        the vault, they are lost. Opening the file does not run it.
      </p>
      <DialogActions>
        <Button onClick={() => void answerWaiting(false)}>Keep the current code</Button>
        <Button kind="danger" onClick={() => void answerWaiting(true)}>
          Replace it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
