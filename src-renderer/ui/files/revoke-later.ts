const delayMs = 10_000;

/** Gives up an object URL when whatever has begun to load from it has had its time: at once would fail that load. */
export function revokeLater(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), delayMs);
}
