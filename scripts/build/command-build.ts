import type { InlineConfig, Plugin } from 'vite';
import { daemonBuild } from './daemon-build.ts';

/** Packages that few commands load, with a dynamic import. One has an addon; the others would only make the file longer. */
const loadedOnUse = ['@napi-rs/keyring', '@pnpm/tabtab', 'hash-wasm'];

/** Returns the build of the `strongroom` command: one file with its packages, which Node reads faster than many files. */
export function commandBuild(name: string, entry: string): InlineConfig {
  return {
    ...daemonBuild(name, entry),
    ssr: { noExternal: true, external: loadedOnUse },
    plugins: [lightBuiltins()],
  };
}

/** The built-in modules that are not imported, with the exports that the command uses. */
const lightModules: Record<string, readonly string[]> = {
  'node:http': ['Agent', 'request'],
  'node:crypto': ['createHash', 'createHmac', 'randomBytes', 'timingSafeEqual'],
};

/**
 * Replaces the static import of built-in modules that are slow to load. Node reads every export of a module that is imported:
 * `WebSocket` of node:http loads undici, and `webcrypto` of node:crypto its algorithms. node:https, which loads TLS, is
 * loaded by its first request: most commands use the socket of the daemon.
 */
function lightBuiltins(): Plugin {
  const prefix = '\0light:';
  const https = 'node:https';
  return {
    name: 'light-builtins',
    enforce: 'pre',
    resolveId: (id) => (id in lightModules || id === https ? prefix + id : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const module = id.slice(prefix.length);
      const get = `process.getBuiltinModule('${module}')`;
      if (module === https) return `export const request = (...args) => ${get}.request(...args);`;
      return `export const { ${lightModules[module]?.join(', ')} } = ${get};`;
    },
  };
}
