import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Spinner } from '../feedback/spinner.tsx';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong font-medium',
  plain: 'bg-surface text-ink border-control-line hover:bg-sunken',
  quiet:
    'bg-transparent text-muted border-transparent hover:bg-sunken hover:text-ink disabled:bg-transparent disabled:opacity-50',
  danger: 'bg-surface text-danger border-danger hover:bg-danger-soft',
};

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  kind?: ButtonKind;
  icon?: ReactNode;
  /** Shows that the action is in progress; the button cannot be pressed during that time. */
  busy?: boolean;
  submit?: boolean;
}

export function Button({ kind = 'plain', icon, busy = false, submit = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      // A disabled button would lose the focus.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={classes(
        'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-control border px-3 text-sm whitespace-nowrap',
        'transition-colors disabled:cursor-default disabled:text-muted',
        kind !== 'quiet' && 'disabled:border-line disabled:bg-sunken',
        busy ? 'cursor-default border-line bg-sunken text-muted' : looks[kind],
        rest.className,
      )}
    >
      {busy ? <Spinner /> : icon}
      {rest.children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  /** The accessible name; also shown as the tooltip. */
  label: string;
  icon: ReactNode;
}

/** A button with only an icon. */
export function IconButton({ label, kind = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button {...rest} kind={kind} aria-label={label} title={label} className={classes('w-8 px-0!', rest.className)} />
  );
}
