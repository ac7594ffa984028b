import { existsSync, readFileSync } from 'node:fs';
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
    const path = join(folder, 'package.json');
    // Most folders have none, and a failed reading costs more than a look.
    if (!existsSync(path)) continue;
    try {
      const { name, version, lowestNode } = JSON.parse(readFileSync(path, 'utf8'));
      if (name === 'strongroom') return { folder, version, lowestNode };
    } catch {
      // It is that of another package: try the parent folder.
    }
  }
  throw new Error('the package.json of Strongroom was not found in any parent folder of the program');
}
