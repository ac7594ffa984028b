import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinaries } from '../src-shared-node/node-binaries.mjs';

/** Where the parts of the app lie: beside this program in a checkout, in the resources folder when packaged. */
export interface AppParts {
  /** The Node of the package; in a checkout the pinned one, or the one of PATH where none is pinned. */
  nodePath: string;
  daemonBundle: string;
  preload: string;
  shellPage: string;
  icons: string;
}

interface AppLocation {
  isPackaged: boolean;
  /** The folder of package.json: the checkout, or the archive. */
  appRoot: string;
  /** Electron's own, of a packaged app. */
  resourcesPath: string;
}

export function findAppParts({ isPackaged, appRoot, resourcesPath }: AppLocation): AppParts {
  const daemonRoot = isPackaged ? join(resourcesPath, 'daemon') : appRoot;
  const packagedNode = process.platform === 'win32' ? 'node.exe' : 'node';
  return {
    nodePath: isPackaged ? join(daemonRoot, 'bin', packagedNode) : findNode(appRoot),
    daemonBundle: join(daemonRoot, 'out/daemon/index.js'),
    preload: join(appRoot, 'out/preload/index.cjs'),
    shellPage: join(appRoot, 'resources/desktop/shell-page'),
    icons: join(appRoot, 'resources/desktop/icons'),
  };
}

function findNode(checkout: string): string {
  const binary = nodeBinaries[`${process.platform}-${process.arch}`];
  if (binary === undefined || !existsSync(join(checkout, binary))) return 'node';
  return join(checkout, binary);
}
