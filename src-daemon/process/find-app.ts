import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSafeNode, stepToSafeNode } from '../../src-shared-node/safe-node.mjs';

/** The Node that runs this program is below the lowest safe one, or of another major version. */
export class NodeVersionError extends Error {
  readonly reason = 'unsafe_node';

  constructor(version: string, lowest: string) {
    super(
      `Strongroom does not start on Node ${version}, but from ${lowest} on: earlier versions have known security holes. ${stepToSafeNode(lowest)}`,
    );
    this.name = 'NodeVersionError';
  }
}

/**
 * Finds the folder of our package.json: above src-daemon in a checkout, above out/daemon when bundled.
 * @param nodeVersion of the Node that runs this program
 * @throws NodeVersionError if package.json does not allow that version
 */
export function findApp(nodeVersion = process.versions.node): { root: string; version: string } {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version, lowestNode } = JSON.parse(readFileSync(file, 'utf8'));
    if (name !== 'strongroom' || typeof version !== 'string') continue;
    if (!isSafeNode(nodeVersion, lowestNode)) throw new NodeVersionError(nodeVersion, lowestNode);
    return { root: folder, version };
  }
  throw new Error('the package.json of Strongroom is not above its program');
}
