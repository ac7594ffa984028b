import { classes } from '../classes.ts';

interface PartSwitchProps<Part extends string> {
  parts: readonly { id: Part; label: string }[];
  shown: Part;
  onShow(part: Part): void;
}

/** Selects the part of a screen that a narrow window shows. */
export function PartSwitch<Part extends string>({ parts, shown, onShow }: PartSwitchProps<Part>) {
  return (
    <fieldset className="flex border-b border-line bg-surface px-2">
      <legend className="sr-only">Part of the screen</legend>
      {parts.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === shown}
          onClick={() => onShow(id)}
          className={classes(
            '-mb-px h-9 flex-1 border-b-2 px-2 text-sm focus-visible:-outline-offset-2',
            id === shown ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
