import type { ReactNode } from 'react';
import { useId } from 'react';

interface PanelProps {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a screen. */
export function Panel({ title, description, action, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-panel border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {description && <p className="max-w-prose text-sm text-muted">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

interface ScreenProps {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A screen that scrolls, with its title. */
export function Screen({ title, lead, action, children }: ScreenProps) {
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-4 p-6 max-sm:p-4 short:p-4">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0">
            <h1 className="text-xl font-semibold">{title}</h1>
            {lead && <p className="max-w-prose text-muted">{lead}</p>}
          </div>
          {action}
        </header>
        {children}
      </div>
    </div>
  );
}
