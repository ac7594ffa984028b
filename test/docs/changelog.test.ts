import { describe, expect, it } from 'vitest';
import { findHeadingFault } from '../../scripts/style/changelog-heading.ts';

describe('the changelog', () => {
  it.each([
    { first: '## Unreleased', fault: '"## Unreleased" is not a version' },
    { first: '## 0.9.0 (unreleased)', fault: 'the first section is 0.9.0' },
    { first: '## 1.1.0 (2026-12-01)', fault: 'the first section is 1.1.0' },
  ])('is refused when it begins with $first', ({ first, fault }) => {
    expect(findHeadingFault(`# Changelog\n\n${first}\n\n## 1.0.0 (2026-01-01)\n`, '1.0.0')).toContain(fault);
  });

  it.each(['## 1.0.0 (2026-01-01)', '## 1.0.0 (unreleased)', '## 1.1.0 (unreleased)'])('may begin with %s', (first) => {
    expect(findHeadingFault(`# Changelog\n\n${first}\n`, '1.0.0')).toBeUndefined();
  });
});
