import { InvalidArgumentError } from 'commander';

/** Collects the values of a repeatable option. */
export const append = (value: string, earlier: string[] = []) => [...earlier, value];

const unitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `500ms`, `30s`, `2m`, `8h` or `7d`; a number alone is seconds. @throws InvalidArgumentError */
export function parseDuration(text: string): number {
  const [, number, unit = 's'] = /^(\d{1,12}(?:\.\d{1,3})?)(ms|[smhd])?$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Enter a time such as 500ms, 30s, 2m or 8h.');
  return Math.round(Number(number) * unitsMs[unit as keyof typeof unitsMs]);
}

/** Returns true for `on` and false for `off`. @throws InvalidArgumentError */
export function parseSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('Write on or off.');
}

/** @throws InvalidArgumentError */
export function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Enter a whole number.');
  return Number(text);
}
