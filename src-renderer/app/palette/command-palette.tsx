import { Command } from 'cmdk';
import { useMemo } from 'react';
import { listActions } from '../actions.ts';
import { PaletteDialog, type PaletteState, paletteItem } from './palette-dialog.tsx';

interface CommandPaletteProps extends PaletteState {
  navigate(path: string): void;
  /** Opens the dialog that opens scripts. */
  openScript(): void;
}

/** The dialog that finds commands by name. */
export function CommandPalette({ navigate, openScript, ...state }: CommandPaletteProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what both do is the same throughout
  const actions = useMemo(() => listActions(navigate, openScript), []);
  return (
    <PaletteDialog {...state} title="Commands" placeholder="Type a command" empty="No matching command.">
      {actions.map((action) => (
        <Command.Item
          key={action.name}
          value={action.name}
          onSelect={() => {
            state.onOpenChange(false);
            action.act();
          }}
          className={paletteItem}
        >
          <action.icon size={16} aria-hidden="true" />
          <span className="min-w-0 flex-1">{action.name}</span>
          {action.keys && <span className="ml-auto font-mono text-xs">{action.keys}</span>}
        </Command.Item>
      ))}
    </PaletteDialog>
  );
}
