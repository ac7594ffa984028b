// The lock names no registry, so npm would ask the one that is configured for the listing of every package before it
// fetches it, which takes as long as the rest of an installation.

/**
 * @typedef {{ name?: string, version?: string, resolved?: string, link?: boolean, inBundle?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/**
 * A lock whose packages have the addresses that npm's registry, and those that speak as it does, give to tarballs. Their
 * digests stay what they are, so another content is refused.
 * @param {Lock} lock
 * @param {string} registry an address, with or without a slash at its end
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
 * @param {LockEntry} entry whose `name` is there where the folder has another
 * @param {string} registry
 */
function addressOf(folder, { name: given, version }, registry) {
  const name = given ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const file = `${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`;
  return `${registry.replace(/\/+$/, '')}/${name}/-/${file}`;
}
