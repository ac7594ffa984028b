import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from 'electron-builder';

/** The files that the app is offered for, next to the program that opens them now. On Windows: open-with.nsh. */
const scripts = {
  extensions: 'py js mjs ts sh rb php pl lua r go rs c cpp java'.split(' '),
  // As shared-mime-info of freedesktop.org has them; TypeScript by the names that desktops use for it.
  mimeTypes: [
    'text/x-python',
    'text/x-python3',
    'application/javascript',
    'text/javascript',
    'application/typescript',
    'text/x-typescript',
    'application/x-shellscript',
    'application/x-ruby',
    'application/x-php',
    'application/x-perl',
    'text/x-lua',
    'text/x-go',
    'text/rust',
    'text/x-csrc',
    'text/x-c++src',
    'text/x-java',
  ],
};

/**
 * The packages of the desktop app. `scripts/package.ts` lays out their contents: `app` becomes the archive that Electron
 * loads, and `daemon` is next to it with its own Node 24, because Electron's Node loads no addon.
 */
export const configuration: Configuration = {
  appId: 'app.strongroom.desktop',
  productName: 'Strongroom',
  copyright: 'MIT licensed',
  directories: {
    app: below('out/package/app'),
    output: below('out/installers'),
    buildResources: below('resources/desktop/icons'),
  },
  asar: true,
  // The packages of the checkout are the daemon's business.
  files: ['package.json', 'out/**', 'resources/**', '!**/node_modules/**'],
  // Nothing is built for Electron: the app's own code is bundled, the daemon's packages are for Node.
  npmRebuild: false,
  nodeGypRebuild: false,
  extraResources: [{ from: below('out/package/daemon'), to: 'daemon', filter: ['**/*'] }],
  // A folder of this name is never copied as a resource: it is taken for the app's own packages.
  afterPack: async ({ packager, appOutDir }) => {
    const to = join(packager.getResourcesDir(appOutDir), 'daemon/node_modules');
    await cp(below('out/package/daemon/node_modules'), to, { recursive: true });
  },
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  protocols: [{ name: 'Strongroom', schemes: ['strongroom'] }],
  linux: {
    target: ['AppImage', 'deb', 'rpm'],
    icon: below('resources/desktop/icons/app'),
    category: 'Development',
    mimeTypes: scripts.mimeTypes,
    executableName: 'strongroom-desktop',
    synopsis: 'Private scripts, encrypted, and code in hardened local sandboxes',
    maintainer: 'Strongroom <maintainers@strongroom.invalid>',
  },
  mac: {
    // The daemon's Node and addons are those of the machine that makes the package.
    target: [{ target: 'dmg', arch: process.arch === 'arm64' ? 'arm64' : 'x64' }],
    icon: below('resources/desktop/icons/icon.icns'),
    category: 'public.app-category.developer-tools',
    hardenedRuntime: true,
    fileAssociations: [{ ext: scripts.extensions, name: 'Script', role: 'Editor', rank: 'Alternate' }],
  },
  win: { target: ['nsis'], icon: below('resources/desktop/icons/icon.ico') },
  nsis: { oneClick: true, perMachine: false, include: below('resources/desktop/open-with.nsh') },
  publish: null,
};

function below(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
