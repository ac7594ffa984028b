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
  /** It holds text of a user, of any length: it takes several lines where it must. */
  isLong?: boolean;
  children: ReactNode;
}

/** One word of state; the word says it, the colour only helps. */
export function Badge({ tone = 'neutral', isLong = false, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex min-h-5 max-w-full items-center gap-1 px-2 text-xs font-medium',
        isLong ? 'rounded-lg break-all whitespace-normal' : 'rounded-full whitespace-nowrap',
        looks[tone],
      )}
    >
      {children}
    </span>
  );
}
