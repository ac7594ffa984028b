/** Marks what has unsaved changes, for screen readers as well. */
export function DirtyMark() {
  return (
    <span className="text-warn">
      <span aria-hidden="true">●</span>
      <span className="sr-only">unsaved changes</span>
    </span>
  );
}
