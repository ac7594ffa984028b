import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useFocusReturn } from '../ui/overlays/use-focus-return.ts';
import type { Action } from './actions.ts';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  actions: readonly Action[];
}

/** The dialog that finds commands by name. */
export function CommandPalette({ open, onOpenChange, actions }: CommandPaletteProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed top-[min(14vh,6rem)] left-1/2 z-50 w-[min(34rem,94vw)] -translate-x-1/2 overflow-hidden rounded-panel border border-line bg-surface shadow-float focus:outline-none"
        >
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <Command label="Commands" loop>
            <Command.Input
              placeholder="Type a command"
              className="h-11 w-full border-b border-line bg-transparent px-4 outline-none focus-visible:outline-none"
            />
            <Command.List className="max-h-[min(20rem,60vh)] overflow-auto p-1.5">
              <Command.Empty className="p-4 text-center text-sm text-muted">No matching command.</Command.Empty>
              {actions.map((action) => (
                <Command.Item
                  key={action.name}
                  value={action.name}
                  onSelect={() => {
                    onOpenChange(false);
                    action.act();
                  }}
                  className="flex h-9 items-center gap-3 rounded-control px-3 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent"
                >
                  <action.icon size={16} aria-hidden="true" />
                  <span className="min-w-0 flex-1">{action.name}</span>
                  {action.keys && <span className="ml-auto font-mono text-xs">{action.keys}</span>}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
