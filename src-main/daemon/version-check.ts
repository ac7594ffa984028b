import semver from 'semver';

/** Above 0 where `theirs` is newer, below where it is older; a version that cannot be read is older than any. */
export function compareVersions(theirs: string, ours: string): number {
  if (semver.valid(theirs) === null) return -1;
  return semver.compare(theirs, ours);
}
