import { describe, expect, it } from 'vitest';
import { safePaths } from '../../../src-shared/formats/safe-paths.ts';
import { fc } from '../../support/random.ts';

describe('any paths', () => {
  it('are relative, complete and different in an archive', () => {
    const path = fc
      .array(fc.string({ maxLength: 6, unit: 'binary' }), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (all) => {
        const paths = safePaths(all);
        expect(paths).toHaveLength(all.length);
        expect(new Set(paths.map((one) => one.normalize('NFC').toLowerCase())).size).toBe(paths.length);
        for (const one of paths) for (const part of one.split('/')) expect(part).toMatch(/^[^<>:"|?*\\\n\0]*[^. ]$/s);
      }),
    );
  });
});
