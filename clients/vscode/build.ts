/**
 * `node build.ts [--out FILE]`: bundles the extension with all that it imports into one file, which VS Code loads. The
 * default file is dist/extension.cjs, from which `npm run package` makes the .vsix.
 */
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const folder = import.meta.dirname;
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/extension.cjs' } } });
const file = resolve(folder, values.out);

await build({
  configFile: false,
  logLevel: 'warn',
  root: folder,
  publicDir: false,
  // VS Code supplies the module `vscode`. Everything else is in the bundle.
  ssr: { noExternal: true },
  build: {
    ssr: resolve(folder, 'src/extension.ts'),
    // The Node of the oldest VS Code in package.json.
    target: 'node20',
    outDir: dirname(file),
    emptyOutDir: false,
    minify: true,
    rolldownOptions: {
      external: ['vscode'],
      output: { format: 'cjs', entryFileNames: basename(file), codeSplitting: false },
    },
  },
});
