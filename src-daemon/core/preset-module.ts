import { createRequire, Module } from 'node:module';

type Require = ReturnType<typeof createRequire>;

/**
 * Loads a CommonJS package and replaces some modules that it requires, because they take too much memory for their use.
 * `presetsOf` gets the package's own `require` and returns the exports by module name.
 */
export function requireWithPresets<Package>(
  packageName: string,
  presetsOf: (require: Require) => Readonly<Record<string, object>>,
): Package {
  const require = createRequire(createRequire(import.meta.url).resolve(packageName));
  for (const [name, exports] of Object.entries(presetsOf(require))) {
    const path = require.resolve(name);
    require.cache[path] ??= Object.assign(new Module(path), { filename: path, loaded: true, exports });
  }
  return require(packageName);
}

/** Returns exports that load each function at its first call, from the module of that name (`date-fns/format`). */
export function loadedAtFirstCall(require: Require, packageName: string): object {
  const functionOf =
    (name: string) =>
    (...args: unknown[]) =>
      require(`${packageName}/${name}`)[name](...args);
  return new Proxy({}, { get: (_, name) => functionOf(String(name)) });
}
