import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

interface ViewSwitchProps<View extends string> {
  label: string;
  views: readonly { id: View; label: ReactNode }[];
  shown: View;
  onShow(view: View): void;
}

/** Selects one of a few views of the same thing. */
export function ViewSwitch<View extends string>({ label, views, shown, onShow }: ViewSwitchProps<View>) {
  return (
    <fieldset className="relative flex shrink-0 rounded-control border border-control-line p-px">
      <legend className="sr-only">{label}</legend>
      {views.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === shown}
          onClick={() => onShow(id)}
          className={classes(
            'inline-flex h-7 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap',
            id === shown ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
