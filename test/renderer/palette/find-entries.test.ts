import { describe, expect, it } from 'vitest';
import { findEntries } from '../../../src-renderer/app/palette/find-entries.ts';

const entriesOf = (names: readonly string[]) => names.map((name) => ({ name }));
const found = (names: readonly string[], text: string) => findEntries(entriesOf(names), text).map(({ name }) => name);

describe('quick open', () => {
  const names = ['billing/monthly report.py', 'backup.sh', 'reports/nightly.py', 'Settings'];

  it('finds names by their letters in order, the best match first', () => {
    expect(found(names, 'rep')[0]).toBe('reports/nightly.py');
    expect(found(names, 'bmr')).toEqual(['billing/monthly report.py']);
    expect(found(names, ' SETT ')).toEqual(['Settings']);
    expect(found(names, 'monthly.py')).toContain('billing/monthly report.py');
    expect(found(names, 'xyz')).toEqual([]);
  });

  it('shows the first entries without a text, and 50 at most', () => {
    expect(found(names, ' ')).toEqual(names);
    const many = Array.from({ length: 1000 }, (_, index) => `folder ${index}/script ${index}.py`);
    expect(found(many, '')).toHaveLength(50);
    expect(found(many, 'script')).toHaveLength(50);
    expect(found(many, '999')[0]).toBe('folder 999/script 999.py');
  });

  it('takes a very long text', () => {
    expect(found(['a'.repeat(100_000), 'b'], 'a'.repeat(100_000))).toHaveLength(1);
  });
});
