import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type Tone = 'neutral' | 'good' | 'danger' | 'warn' | 'accent';

const looks: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-good-soft text-good',
  danger: 'bg-danger-soft text-danger',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent',
};

/** One word of state; the word says it, the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        looks[tone],
      )}
    >
      {children}
    </span>
  );
}
