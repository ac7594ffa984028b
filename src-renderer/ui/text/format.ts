const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const dateTimes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats bytes: `1.5 MB`, in powers of 1024. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  // A size that rounds up to 1,024 has the next unit.
  if (bytes < 1023.95 * 1024) return `${numbers.format(bytes / 1024)} KB`;
  if (bytes < 1023.95 * 1024 ** 2) return `${numbers.format(bytes / 1024 ** 2)} MB`;
  return `${numbers.format(bytes / 1024 ** 3)} GB`;
}

/** Formats milliseconds: `85 ms`, `2.4 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${numbers.format(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export const formatNumber = (value: number): string => numbers.format(value);

/** Formats an ISO time in the local time zone. */
export const formatTime = (iso: string): string => dateTimes.format(new Date(iso));

/** Formats the time since then: `3 minutes ago`; the day after a week, because lists have no space for more. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 45) return 'just now';
  if (distance < 59.5 * 60) return relative.format(Math.round(seconds / 60), 'minute');
  if (distance < 23.5 * 3600) return relative.format(Math.round(seconds / 3600), 'hour');
  if (distance < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return dates.format(new Date(iso));
}
