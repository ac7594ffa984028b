import { Lock } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { type IdleLock, useIdleLock } from './use-idle-lock.ts';

/** Locks the window after `minutes` without use, and says so a minute before. */
export function IdleWarning({ minutes }: { minutes: number }) {
  const { secondsLeft, stay } = useIdleLock(minutes);
  return (
    // The region is there before its text, so that the text is read aloud.
    <div role="alert">{secondsLeft !== undefined && <Warning secondsLeft={secondsLeft} stay={stay} />}</div>
  );
}

function Warning({ secondsLeft, stay }: IdleLock & { secondsLeft: number }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line bg-warn-soft px-4 py-2">
      <Lock size={16} className="shrink-0 text-warn" aria-hidden="true" />
      <p className="text-sm">
        This window locks soon, because it is not used. Drafts are kept. {/* Not read aloud again each second. */}
        <span aria-hidden="true" className="tabular-nums">
          {secondsLeft} s
        </span>
      </p>
      <Button onClick={stay}>Stay unlocked</Button>
    </div>
  );
}
