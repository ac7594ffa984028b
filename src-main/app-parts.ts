import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinaries } from '../src-shared-node/node-binaries.mjs';

/** Paths of the parts of the app: in the checkout, or in the resources folder of a packaged app. */
export interface AppParts {
  /** Node of the package. In a checkout it is the pinned one, or the one of PATH if none is pinned. */
  nodePath: string;
  daemonBundle: string;
  preload: string;
  shellPage: string;
  icons: string;
}

interface AppLocation {
  isPackaged: boolean;
  /** Folder of package.json: the checkout, or the archive. */
  appRoot: string;
  /** Electron's resources folder of a packaged app. */
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
