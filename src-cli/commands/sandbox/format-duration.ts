const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const;

/** Formats a duration in its largest unit and the next one: `2h 5m`, `12s`. A negative duration becomes `0s`. */
export function formatDuration(ms: number): string {
  for (const [index, [unit, unitMs]] of units.entries()) {
    if (ms < unitMs) continue;
    const [nextUnit, nextMs] = units[index + 1] ?? (['s', 1000] as const);
    const rest = Math.floor((ms % unitMs) / nextMs);
    return `${Math.floor(ms / unitMs)}${unit}${rest > 0 ? ` ${rest}${nextUnit}` : ''}`;
  }
  return `${Math.max(0, Math.floor(ms / 1000))}s`;
}
