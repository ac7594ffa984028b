import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

export type Tone = 'neutral' | 'good' | 'danger' | 'warn' | 'accent';

const looks: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-good-soft text-good',
  danger: 'bg-danger-soft text-danger',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent',
};

interface BadgeProps {
  tone?: Tone;
  /** The badge contains user text of any length, which can wrap. */
  isLong?: boolean;
  children: ReactNode;
}

/** A short status text; its colour only supports it. */
export function Badge({ tone = 'neutral', isLong = false, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex min-h-5 max-w-full items-center gap-1 px-2 font-sans text-xs font-medium',
        isLong ? 'rounded-lg break-all whitespace-normal' : 'rounded-full whitespace-nowrap',
        looks[tone],
      )}
    >
      {children}
    </span>
  );
}
