/** Returns a time of the API as a person reads it, in the time zone of this machine: `2026-05-04 17:08`. */
export function localTime(iso: string): string {
  // Sweden writes year, month, day, hour and minute in this order.
  return new Date(iso).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}
