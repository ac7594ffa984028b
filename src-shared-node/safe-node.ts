/**
 * Returns true if a version of Node has the major version of the lowest one, on which addons are loaded, and is not below
 * it. scripts/install/safe-node.mjs follows the same rule.
 * @param version `24.21.0`
 * @param lowest `lowestNode` of package.json: the lowest version without known security holes
 */
export function isSafeNode(version: string, lowest: string): boolean {
  const [major, minor, patch] = numbersOf(version);
  const [lowestMajor, lowestMinor, lowestPatch] = numbersOf(lowest);
  if (major !== lowestMajor) return false;
  return minor > lowestMinor || (minor === lowestMinor && patch >= lowestPatch);
}

/** What to do on a version that is not safe. */
export function stepToSafeNode(lowest: string): string {
  return `Start Strongroom with "npm start", which brings its own Node, or install Node ${lowest} or later of the same major version.`;
}

function numbersOf(version: string): [number, number, number] {
  const [release = ''] = version.split('-', 1);
  const [major = Number.NaN, minor = Number.NaN, patch = Number.NaN] = release.split('.').map(Number);
  return [major, minor, patch];
}
