const delayMs = 10_000;

/** Revokes an object URL after a delay: an immediate revocation would fail a load that has started. */
export function revokeLater(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), delayMs);
}
