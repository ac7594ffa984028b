// package-lock.json has no addresses of tarballs (`omit-lockfile-registry-resolved`). npm would request the listing of every
// package from the configured registry to find them, which takes a third of an installation.

/**
 * @typedef {{ name?: string, version?: string, resolved?: string, link?: boolean, inBundle?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/**
 * Adds the address of each tarball to a lock, as npm's registry and compatible registries form it. The digests do not
 * change, so npm rejects other content.
 * @param {Lock} lock
 * @param {string} registry its URL, with or without a slash at the end
 * @returns {Lock}
 */
export function withAddresses(lock, registry) {
  const entries = Object.entries(lock.packages).map(([folder, entry]) => {
    if (folder === '' || entry.link || entry.inBundle || entry.resolved !== undefined) return [folder, entry];
    return [folder, { ...entry, resolved: addressOf(folder, entry, registry) }];
  });
  return { ...lock, packages: Object.fromEntries(entries) };
}

/**
 * @param {string} folder `node_modules/a/node_modules/@scope/b`
 * @param {LockEntry} entry its `name` is set if the folder has another name (an alias)
 * @param {string} registry
 */
function addressOf(folder, { name: packageName, version }, registry) {
  const name = packageName ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const file = `${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`;
  return `${registry.replace(/\/+$/, '')}/${name}/-/${file}`;
}
