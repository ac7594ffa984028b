/** Marks what has unsaved changes, for screen readers as well. */
export function DirtyMark() {
  return (
    <span role="img" aria-label="unsaved changes" className="text-warn">
      ●
    </span>
  );
}
