import { Lock } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { type IdleLock, useIdleLock } from './use-idle-lock.ts';

/** Locks the window after `minutes` without use, and warns one minute before. */
export function IdleWarning({ minutes }: { minutes: number }) {
  const { secondsLeft, stay } = useIdleLock(minutes);
  return secondsLeft === undefined ? null : <Warning secondsLeft={secondsLeft} stay={stay} />;
}

function Warning({ secondsLeft, stay }: IdleLock & { secondsLeft: number }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-line bg-warn-soft px-4 py-2">
      <Lock size={16} className="shrink-0 text-warn" aria-hidden="true" />
      <p className="text-sm">
        <span className="sr-only">This window locks soon because it is idle.</span>
        {/* A screen reader does not announce the countdown each second. */}
        <span aria-hidden="true" className="tabular-nums">
          This window locks in {secondsLeft} s because it is idle.
        </span>{' '}
        Drafts are saved.
      </p>
      <Button onClick={stay}>Stay unlocked</Button>
    </div>
  );
}
