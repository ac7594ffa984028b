import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { constants, Script } from 'node:vm';
import { loaderName } from './imports.mjs';

/**
 * Defines `require` and the function behind `import` for cells. Both resolve as in a file of the work directory.
 * @param {string} folder the work directory
 * @param {'javascript' | 'typescript'} language
 */
export function defineModuleLoading(folder, language) {
  // The image runs programs of TypeScript with the same hooks, which load the compiler at the first import that needs it.
  if (language === 'typescript') createRequire(import.meta.url)('../../typescript/register.cjs');
  const filename = `${folder === '/' ? '' : folder}/cell${language === 'typescript' ? '.ts' : '.js'}`;
  // Code of this name resolves against its folder.
  const load = new Script('(specifier, options) => import(specifier, options)', {
    filename,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext();
  const meta = { dirname: folder, filename, url: pathToFileURL(filename).href };
  define('require', createRequire(filename));
  define(
    loaderName,
    Object.assign((...args) => load(...args), { declared, meta }),
  );

  /**
   * Imports for a declaration. A missing name is an error, as in a module.
   * @param {string} specifier
   * @param {readonly string[]} names
   * @param {ImportCallOptions} [options]
   */
  async function declared(specifier, names, options) {
    const namespace = await load(specifier, options);
    const missing = names.find((name) => !(name in namespace));
    if (missing === undefined) return namespace;
    throw new SyntaxError(`The requested module '${specifier}' does not provide an export named '${missing}'`);
  }
}

function define(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}
