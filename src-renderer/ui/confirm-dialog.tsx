import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** What will be gone, and that it cannot be undone. */
  children: ReactNode;
  confirm: string;
  busy?: boolean;
  error?: unknown;
  onConfirm(): void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirm, busy = false, error, onConfirm } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <div className="flex flex-col gap-2 text-sm text-muted">{children}</div>
      <ErrorNote error={error} />
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
