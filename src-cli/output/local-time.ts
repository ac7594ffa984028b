/** Year, month, day, hour and minute, as ISO 8601 orders them. */
const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** Returns a time of the API as a person reads it, in the time zone of this machine: `2026-05-04 17:08`. */
export function localTime(iso: string): string {
  return format.format(new Date(iso));
}
