import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { answerWaiting, useOpenedFiles } from './opened-files.ts';

/** Asks before a file of the desktop takes the place of what is in the editor. */
export function OpenedFileDialog() {
  const file = useOpenedFiles(({ waiting }) => waiting[0]);
  if (file === undefined) return null;
  const name = visibleLine(file.name);
  return (
    <Dialog open onOpenChange={() => void answerWaiting(false)} title={`Open ${name} in the editor?`}>
      <p className="text-sm text-muted">
        The file takes the place of the code and the options in the editor, and of their draft: they are kept nowhere
        else unless you ran them or saved them to the vault. The file is only shown; nothing runs by itself.
      </p>
      <DialogActions>
        <Button onClick={() => void answerWaiting(false)}>Keep what is there</Button>
        <Button kind="danger" onClick={() => void answerWaiting(true)}>
          Replace it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
