import { satisfies as satisfiesPep440 } from '@renovatebot/pep440';
import semver from 'semver';
import type { PackageManager } from '../../egress/index-hosts.ts';
import { decodeRequirement } from '../../engine/package-requirement.ts';
import type { LayerPackage } from '../layers/layers.store.ts';
import type { CheckedPackage } from '../package-rules.ts';

/** Returns true if an installed list has a package with every extra and in a version of the range. */
export function isSatisfied(
  manager: PackageManager,
  { name, requested }: CheckedPackage,
  installed: readonly LayerPackage[],
): boolean {
  const found = installed.find((one) => one.name === name);
  if (found === undefined || found.version === '') return false;
  const { range, extras, hashes } = decodeRequirement(requested ?? '');
  // The files that were installed are not compared with hashes.
  if (hashes.length > 0) return false;
  const given = decodeRequirement(found.requested ?? '').extras;
  if (!extras.every((extra) => given.includes(extra))) return false;
  if (range === '') return true;
  return manager === 'pip'
    ? satisfiesPep440(found.version, range, { prereleases: true })
    : semver.satisfies(found.version, range, { includePrerelease: true });
}
