const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const dateTimes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Bytes in words: `1.5 MB`, by powers of 1024 as limits are. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${numbers.format(bytes / 1024)} KB`;
  if (bytes < 1024 ** 3) return `${numbers.format(bytes / 1024 ** 2)} MB`;
  return `${numbers.format(bytes / 1024 ** 3)} GB`;
}

/** Milliseconds in words: `85 ms`, `2.4 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${numbers.format(ms / 1000)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export const formatNumber = (value: number): string => numbers.format(value);

/** An ISO time in this place's clock. */
export const formatTime = (iso: string): string => dateTimes.format(new Date(iso));

/** How long ago: `3 minutes ago`; exact after a week. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 45) return 'just now';
  if (distance < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (distance < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  if (distance < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return formatTime(iso);
}
