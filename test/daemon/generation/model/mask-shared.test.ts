import { describe, expect, it } from 'vitest';
import { maskShared } from '../../../../src-daemon/generation/model/mask-shared.ts';
import { processorTimeOf } from '../../../support/processor-time.ts';

const mask = (text: string, secret: string, fragment = 4) =>
  maskShared(text, [{ text: secret, fragment, label: '[x]' }]);

describe('a text that repeats a confidential one', () => {
  it.each([
    ['the whole of it', 'a secret text!', 'secret text', 'a [x]!'],
    ['a part of it', 'is cret te, yes', 'secret text', 'is [x], yes'],
    ['two parts', 'secr and text', 'secret text', '[x] and[x]'],
    ['it twice in a row', 'secretsecret', 'secret', '[x]'],
    ['less than a fragment', 'sec ret', 'secret', 'sec ret'],
    ['nothing', 'other words', 'secret', 'other words'],
    ['nothing of an empty one', 'words', '', 'words'],
    ['one repeated letter', 'xxaaaaaxx', 'aaaa', 'xx[x]xx'],
  ])('has it masked: %s', (_what, text, ...[secret, masked]) => {
    expect(mask(text, secret)).toBe(masked);
  });

  it('is searched in linear time, whatever both contain', () => {
    const timeMs = processorTimeOf(() => {
      expect(mask('a'.repeat(600), 'a'.repeat(1024 * 1024), 16)).toBe('[x]');
      expect(mask('ab'.repeat(300), `${'ab'.repeat(7)}c`.repeat(70_000), 16)).toBe('ab'.repeat(300));
    });
    expect(timeMs).toBeLessThan(2000);
  });
});
