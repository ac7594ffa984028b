// Which versions of Node may run Strongroom. src-shared-node/safe-node.ts follows the same rule.
import { readFileSync } from 'node:fs';

/** The lowest version without known security holes (`lowestNode` of package.json). Its major version is the only one that addons are loaded on. */
export const lowestNode = String(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).lowestNode,
);

/**
 * @param {string} version `24.21.0`
 * @param {string} lowest
 * @returns {boolean} true if it has the major version of the lowest one and is not below it
 */
export function isSafeNode(version, lowest = lowestNode) {
  const [major, minor, patch] = numbersOf(version);
  const [lowestMajor, lowestMinor, lowestPatch] = numbersOf(lowest);
  if (major !== lowestMajor) return false;
  return minor > lowestMinor || (minor === lowestMinor && patch >= lowestPatch);
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
