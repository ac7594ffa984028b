/** The number fields of the settings, compared with the contract. */
import { describe, expect, it } from 'vitest';
import * as fields from '../../../src-renderer/features/settings/number-settings.ts';
import { defaultSettings, SettingsPatch } from '../../../src-shared/contracts/settings.contract.ts';

/** The size of one unit of the field, in units of the contract. */
const units: Record<string, number> = { 'limits.timeoutMs': 1000, 'history.maxBytes': fields.mebibyte };
const all = [...fields.limitFields, ...fields.historyFields, ...fields.sandboxFields, ...fields.lockFields];

/** Returns the paths of the numbers in an object. */
function numberPaths(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, content]) => {
    if (typeof content === 'number') return [`${prefix}${name}`];
    return typeof content === 'object' && content !== null ? numberPaths(content, `${prefix}${name}.`) : [];
  });
}

/** Returns true if the contract accepts this value of a setting. */
function isAccepted(path: string, value: number): boolean {
  const patch = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return SettingsPatch.safeParse(patch).success;
}

describe('the number fields of the settings', () => {
  it('are those of the contract, all of them', () => {
    expect(all.map(({ path }) => path).toSorted()).toEqual(numberPaths(defaultSettings).toSorted());
  });

  it.each(all)('have the limits of the contract: $path', ({ path, min, max }) => {
    const unit = units[path] ?? 1;
    expect([min * unit, max * unit].map((value) => isAccepted(path, value))).toEqual([true, true]);
    expect([min * unit - 1, max * unit + 1].map((value) => isAccepted(path, value))).toEqual([false, false]);
  });
});
