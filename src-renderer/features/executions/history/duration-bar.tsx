interface DurationBarProps {
  durationMs: number;
  /** The longest duration of the list. */
  longestMs: number;
}

/** A bar as long as a run took, compared with the longest run of the list. The row has the duration as text. */
export function DurationBar({ durationMs, longestMs }: DurationBarProps) {
  const share = longestMs > 0 ? Math.min(1, durationMs / longestMs) : 0;
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="block h-1 w-full" aria-hidden="true">
      <rect width="100" height="4" rx="1" className="fill-sunken" />
      {share > 0 && <rect width={Math.max(1, share * 100)} height="4" rx="1" className="fill-muted" />}
    </svg>
  );
}

/** Returns the longest duration of some runs. */
export function longestOf(executions: readonly { durationMs: number }[]): number {
  return executions.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 0);
}
