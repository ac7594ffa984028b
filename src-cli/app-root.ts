import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The fields of package.json that this command reads, and the folder of the file. */
export interface AppRoot {
  folder: string;
  version: string;
  lowestNode: string;
}

/** Finds the package.json of Strongroom: above src-cli in a checkout, above out/cli in a bundle. */
export function findAppRoot(): AppRoot {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name, version, lowestNode } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (name === 'strongroom') return { folder, version, lowestNode };
    } catch {
      // There is none, or it belongs to another package: try the parent folder.
    }
  }
  throw new Error('the package.json of Strongroom was not found in any parent folder of the program');
}
