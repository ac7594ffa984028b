/** Says that a search has found no run so far. */
export function NoMatch({ hasMore }: { hasMore: boolean }) {
  return (
    <p role="status" className="px-4 py-6 text-center text-sm text-muted">
      {hasMore ? 'No newer run matches. Continue to search in older ones.' : 'No run matches.'}
    </p>
  );
}
