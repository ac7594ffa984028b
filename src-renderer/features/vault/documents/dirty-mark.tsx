/** Marks unsaved changes, also for screen readers. */
export function DirtyMark() {
  return (
    <span role="img" aria-label="unsaved changes" className="text-warn">
      ●
    </span>
  );
}
