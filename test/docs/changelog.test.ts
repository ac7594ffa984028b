/** The first section of the changelog is that of the version in package.json, or of a later one that has no release yet. */
import { gt } from 'semver';
import { describe, expect, it } from 'vitest';
import { readSource } from '../house/checkout.ts';

const heading = /^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d{2}-\d{2})\)$/;

/** Returns what is wrong with the first section of a changelog, or undefined. */
function findFault(changelog: string, version: string): string | undefined {
  const [first = ''] = changelog.split('\n').filter((line) => line.startsWith('## '));
  const [, section, release] = heading.exec(first) ?? [];
  if (section === undefined) return `"${first}" is not a version with "(unreleased)" or a date`;
  if (section === version || (release === 'unreleased' && gt(section, version))) return undefined;
  return `the first section is ${section}, and package.json has ${version}`;
}

describe('the changelog', () => {
  it('begins with the version of package.json or a later one', () => {
    const { version } = JSON.parse(readSource('package.json')) as { version: string };
    expect(findFault(readSource('CHANGELOG.md'), version)).toBeUndefined();
  });

  it.each([
    { first: '## Unreleased', fault: '"## Unreleased" is not a version' },
    { first: '## 0.9.0 (unreleased)', fault: 'the first section is 0.9.0' },
    { first: '## 1.1.0 (2026-12-01)', fault: 'the first section is 1.1.0' },
  ])('is refused when it begins with $first', ({ first, fault }) => {
    expect(findFault(`# Changelog\n\n${first}\n\n## 1.0.0 (2026-01-01)\n`, '1.0.0')).toContain(fault);
  });

  it.each(['## 1.0.0 (2026-01-01)', '## 1.0.0 (unreleased)', '## 1.1.0 (unreleased)'])('may begin with %s', (first) => {
    expect(findFault(`# Changelog\n\n${first}\n`, '1.0.0')).toBeUndefined();
  });
});
