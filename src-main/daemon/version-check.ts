import semver from 'semver';

/** Returns a positive number if `theirs` is newer, a negative one if it is older. An invalid version is the oldest. */
export function compareVersions(theirs: string, ours: string): number {
  if (semver.valid(theirs) === null) return -1;
  return semver.compare(theirs, ours);
}
