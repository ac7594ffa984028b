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
    <section
      aria-labelledby={id}
      data-panel
      className="min-w-0 scroll-mt-4 rounded-panel border border-line bg-surface"
    >
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0">
          <h2 id={id} tabIndex={-1} className="font-semibold outline-none">
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

/** The title of a screen, at the same place on each of them. */
export function ScreenTitle({ children }: { children: ReactNode }) {
  return <h1 className="text-xl font-semibold short:text-base">{children}</h1>;
}

interface ScreenProps {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  /** Links to the parts of the screen; next to them in a wide window, otherwise above them. */
  index?: ReactNode;
  children: ReactNode;
}

/** A screen that scrolls, with its title. It has the space of a scrollbar, so that none moves it. */
export function Screen({ title, lead, action, index, children }: ScreenProps) {
  return (
    <div className="h-full overflow-auto [scrollbar-gutter:stable]">
      <div className="flex max-w-5xl flex-col gap-4 p-4">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0">
            <ScreenTitle>{title}</ScreenTitle>
            {lead && <p className="max-w-prose text-muted">{lead}</p>}
          </div>
          {action}
        </header>
        {index ? (
          <div className="flex min-w-0 items-start gap-x-6 gap-y-4 max-[1100px]:flex-col">
            {index}
            <div className="flex w-full min-w-0 flex-col gap-4 min-[1100px]:flex-1">{children}</div>
          </div>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
