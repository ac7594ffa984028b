/** The nearest-rank percentile of unsorted values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** One figure divided by another, for a table; a dash where the other was not measured. */
export function ratioText(one: number, other: number): string {
  const ratio = one / other;
  return Number.isFinite(ratio) ? ratio.toFixed(2) : '-';
}
