// Which versions of Node can run Strongroom. Plain JavaScript: it also runs on the system's Node before the installation.

/**
 * Returns true if a version of Node has the major version of the lowest one, on which addons are loaded, and is not below
 * it.
 * @param {string} version `24.21.0`
 * @param {string} lowest `lowestNode` of package.json: the lowest version without known security holes
 * @returns {boolean}
 */
export function isSafeNode(version, lowest) {
  const [major, minor, patch] = numbersOf(version);
  const [lowestMajor, lowestMinor, lowestPatch] = numbersOf(lowest);
  if (major !== lowestMajor) return false;
  return minor > lowestMinor || (minor === lowestMinor && patch >= lowestPatch);
}

/**
 * Returns the advice for a version that is not safe.
 * @param {string} lowest
 * @returns {string}
 */
export function stepToSafeNode(lowest) {
  return `Start Strongroom with "npm start", which installs its own Node, or install Node ${lowest} or later of the same major version.`;
}

/**
 * @param {string} version
 * @returns {[number, number, number]}
 */
function numbersOf(version) {
  const [release = ''] = version.split('-', 1);
  const [major = Number.NaN, minor = Number.NaN, patch = Number.NaN] = release.split('.').map(Number);
  return [major, minor, patch];
}
