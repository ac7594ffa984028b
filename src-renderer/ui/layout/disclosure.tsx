import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';

interface DisclosureProps {
  label: ReactNode;
  open: boolean;
  onOpen(open: boolean): void;
  children: ReactNode;
}

/** A section that the user can open and close. */
export function Disclosure({ label, open, onOpen, children }: DisclosureProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
        className="flex h-9 w-full items-center gap-1.5 px-4 text-left text-sm text-muted hover:text-ink focus-visible:-outline-offset-2"
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={classes('shrink-0 transition-transform', open && 'rotate-90')}
        />
        {label}
      </button>
      <div id={id}>{open && children}</div>
    </>
  );
}
