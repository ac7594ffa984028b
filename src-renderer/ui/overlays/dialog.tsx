import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useCallback } from 'react';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/button.tsx';
import { fitDialog } from './fit-dialog.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  size?: 'small' | 'wide';
  children: ReactNode;
}

/** A modal dialog: it keeps the focus, Escape closes it, and the focus then returns to its previous element. */
export function Dialog({ open, onOpenChange, title, description, size = 'small', children }: DialogProps) {
  const focusReturn = useFocusReturn();
  const fit = useCallback((dialog: HTMLDivElement | null) => (dialog === null ? undefined : fitDialog(dialog)), []);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          ref={fit}
          {...focusReturn}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={classes(
            // The title and the buttons stay visible while the content scrolls, also when the focus moves.
            'fixed inset-0 z-50 m-auto flex h-fit max-h-[94vh] flex-col gap-4 overflow-auto',
            'rounded-panel border border-line bg-surface p-5 shadow-float focus:outline-none',
            size === 'wide' ? 'w-[min(60rem,94vw)]' : 'w-[min(30rem,94vw)]',
          )}
        >
          <header
            data-dialog-head
            // One pixel beyond the padding: no line of the content shows between it and the edge, also at a fraction of a pixel.
            className="sticky -top-5.25 z-10 -m-5 mb-0 flex items-start justify-between gap-4 bg-surface px-5 pt-5 pb-1"
          >
            {/* A long name in it scrolls: in a low window it would cover the fields. */}
            <Radix.Title className="max-h-[30vh] min-w-0 overflow-y-auto text-lg font-semibold">
              {visibleLine(title)}
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X size={16} aria-hidden="true" />} />
            </Radix.Close>
          </header>
          {description && (
            // It scrolls with the content: in a low window it would take the space of the fields.
            <Radix.Description className="-mt-4 text-sm text-muted">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of a dialog's buttons. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-actions
      className="sticky -bottom-5.25 z-10 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 pt-3 pb-5"
    >
      {children}
    </div>
  );
}
