import { InvalidArgumentError } from 'commander';

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const agoForm = /^(\d{1,6})([mhdw])$/;
/** A day, or a day with a time. Without `Z` or an offset it is a time of this machine. */
const timeForm = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Parses a time before now (`30m`, `2h`, `7d`, `4w`), a day (`2026-11-28`, from its beginning) or a time of ISO 8601. Returns
 * ISO 8601 in UTC.
 * @param now epoch ms
 * @throws InvalidArgumentError
 */
export function parseTime(text: string, now = Date.now()): string {
  const [, number, unit] = agoForm.exec(text) ?? [];
  if (number !== undefined) return isoOf(now - Number(number) * unitsMs[unit as keyof typeof unitsMs]);
  const [, day, time = '00:00', zone = ''] = timeForm.exec(text) ?? [];
  return isoOf(day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`));
}

function isoOf(epochMs: number): string {
  const date = new Date(epochMs);
  // The API takes years of four digits.
  if (date.getUTCFullYear() > 0) return date.toISOString();
  throw new InvalidArgumentError(
    'Enter a time ago such as 30m, 2h or 7d, or a date such as 2026-01-31 or 2026-01-31T08:00.',
  );
}
