import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

interface TabsProps {
  label: string;
  value: string;
  onValue(value: string): void;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  /** The content fills the remaining height. */
  fill?: boolean;
  /** Content at the end of the row of tabs. */
  aside?: ReactNode;
}

/** Shows one of several views, selected by tabs. */
export function Tabs({ label, value, onValue, tabs, fill = false, aside }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValue} className={classes(fill && 'flex min-h-0 flex-1 flex-col')}>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-2 border-b border-line px-2">
        <Radix.List aria-label={label} className="flex min-w-0 flex-wrap gap-x-1">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={classes(
                '-mb-px h-9 border-b-2 border-transparent px-2 text-sm whitespace-nowrap text-muted hover:text-ink short:h-7',
                'focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink',
                'data-[state=active]:font-medium',
              )}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={classes(
            'focus-visible:-outline-offset-2',
            fill && 'flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden',
          )}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
