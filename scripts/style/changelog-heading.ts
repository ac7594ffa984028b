import { gt } from 'semver';

const heading = /^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d{2}-\d{2})\)$/;

/**
 * Returns what is wrong with the first section of a changelog, or undefined. It is that of the version in package.json, or of
 * a later one that has no release yet.
 */
export function findHeadingFault(changelog: string, version: string): string | undefined {
  const [first = ''] = changelog.split('\n').filter((line) => line.startsWith('## '));
  const [, section, release] = heading.exec(first) ?? [];
  if (section === undefined) return `"${first}" is not a version with "(unreleased)" or a date`;
  if (section === version || (release === 'unreleased' && gt(section, version))) return undefined;
  return `the first section is ${section}, and package.json has ${version}`;
}
