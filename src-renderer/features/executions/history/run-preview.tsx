import { Suspense } from 'react';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { lazyComponent } from '../../../ui/page/lazy-part.ts';

// The first screen does not need it.
const StoredRun = lazyComponent(() => import('./stored-run.tsx'), 'StoredRun');

interface RunPreviewProps {
  /** Id of the run to show; undefined for none. */
  id: string | undefined;
  onClose(): void;
  /** Called when the Run screen has a new run or new code in its editor. */
  onRunScreen(): void;
}

/** Shows a stored run in a dialog. */
export function RunPreview({ id, onClose, onRunScreen }: RunPreviewProps) {
  const leave = () => {
    onClose();
    onRunScreen();
  };
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={() => onClose()}
      title="Earlier run"
      description="Showing a run does not change the editor or its output."
      size="wide"
    >
      <Suspense fallback={<LoadingRows label="Loading the run" rows={8} />}>
        {id !== undefined && <StoredRun key={id} id={id} onLeave={leave} onDeleted={onClose} />}
      </Suspense>
    </Dialog>
  );
}
