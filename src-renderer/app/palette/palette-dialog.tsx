import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../../ui/overlays/use-focus-return.ts';

export interface PaletteState {
  open: boolean;
  onOpenChange(open: boolean): void;
}

interface PaletteDialogProps extends PaletteState {
  title: string;
  placeholder: string;
  /** Shown if nothing matches. */
  empty: string;
  /** The typed text and its change; absent if cmdk filters the items itself. */
  typed?: { text: string; setText(text: string): void };
  /** Further text below the list. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The dialog of the palettes: a field above a list, in which the arrows choose and Enter takes. */
export function PaletteDialog(props: PaletteDialogProps) {
  const { open, onOpenChange, title, placeholder, empty, typed, footer, children } = props;
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[min(14vh,6rem)] z-50 mx-auto w-[min(34rem,94vw)] overflow-hidden rounded-panel border border-line bg-surface shadow-float focus:outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <Command label={title} loop shouldFilter={typed === undefined}>
            <Command.Input
              placeholder={placeholder}
              {...(typed && { value: typed.text, onValueChange: typed.setText })}
              className="h-11 w-full border-b border-line bg-transparent px-4 outline-none focus-visible:outline-none"
            />
            <Command.List className="max-h-[min(20rem,60vh)] overflow-auto p-1.5">
              <Command.Empty className="p-4 text-center text-sm text-muted">{empty}</Command.Empty>
              {children}
            </Command.List>
          </Command>
          {footer}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The look of an entry of a palette. */
export const paletteItem =
  'flex min-h-9 items-center gap-3 rounded-control px-3 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent';
