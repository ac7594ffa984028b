import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Form, FormError } from '../forms/form.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** Says what is lost, and that it cannot be undone. */
  children: ReactNode;
  confirm: string;
  busy?: boolean;
  error?: unknown;
  /** Same as for {@link Form}, if the dialog has fields. */
  others?: Readonly<Record<string, string>>;
  onConfirm(): void;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirm, busy = false, error, others, onConfirm } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Form error={error} {...(others && { others })} onSubmit={onConfirm} className="flex flex-col gap-4">
        <div className="flex flex-col gap-2 text-sm text-muted">{children}</div>
        <FormError error={error} />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button submit kind="danger" busy={busy}>
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
