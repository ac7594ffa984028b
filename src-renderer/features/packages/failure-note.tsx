import { CircleAlert, RotateCcw } from 'lucide-react';

import { Button } from '../../ui/controls/button.tsx';

interface FailureNoteProps {
  error: string;
  /** True if an earlier version of the list is installed. */
  hasEarlier: boolean;
  /** True if the installer's messages are shown below. */
  hasLog: boolean;
  busy: boolean;
  onRetry(): void;
}

/** Shows why the list could not be installed, and which packages runs have until it is. */
export function FailureNote({ error, hasEarlier, hasLog, busy, onRetry }: FailureNoteProps) {
  return (
    <div role="alert" className="flex items-start gap-3 border-b border-line bg-danger-soft px-4 py-3 text-sm">
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words text-danger">{error}</p>
        <p className="mt-0.5">
          {hasEarlier
            ? 'Runs use the packages that were installed before, and their results say so.'
            : 'Runs have no packages, and their results say so.'}{' '}
          {hasLog && 'See the install log below for the installer’s message.'}
        </p>
      </div>
      <Button busy={busy} onClick={onRetry} icon={<RotateCcw size={14} aria-hidden="true" />}>
        Try again
      </Button>
    </div>
  );
}
