/** Finds the installed packages that a program needs, by the lock: the named ones and their dependencies. */
export interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The `packages` of package-lock.json (version 3), by their folders below the checkout. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/** Returns the folders of these packages and all their dependencies. Packages that the lock does not have are omitted. */
export function closureOf(names: readonly string[], lock: Lock): string[] {
  const found = new Set<string>();
  const waiting = names.map((name) => ({ name, from: '' }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = resolve(next.name, next.from, lock);
    if (folder === undefined || found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = lock[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      waiting.push({ name, from: folder });
  }
  return [...found].sort();
}

/** Resolves a package as Node does: in the importing package's node_modules, then in each one above. */
function resolve(name: string, from: string, lock: Lock): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (candidate in lock) return candidate;
    if (folder === '') return undefined;
  }
}

/** Returns the packages that a source names, in an import or in a path. */
export function namedIn(source: string, packages: readonly string[]): string[] {
  const isNamed = (name: string) =>
    ["'", '"', '`'].some((quote) => [quote, '/'].some((end) => source.includes(`${quote}${name}${end}`)));
  return packages.filter(isNamed);
}
