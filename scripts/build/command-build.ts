import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { allGroups, groupNames, noGroup } from '../../src-shared-node/command-names.ts';
import { functionFiles, lateModules, lightBuiltins, onlyGroup, usedZod, withLateZod } from './command-plugins.ts';

/** Packages that few commands load, with a dynamic import. One has an addon; the others would only make the build larger. */
const loadedOnUse = ['@napi-rs/keyring', '@pnpm/tabtab', 'hash-wasm'];

/** These load the others (src-cli/loading/file-loader.ts). */
const loadedByNode = ['index', noGroup];

const folder = 'src-cli';

interface Part {
  /** Name of the file in the output folder, without its extension. */
  name: string;
  entry: string;
  plugins?: Plugin[];
}

/**
 * Returns the builds of the `strongroom` command, with its packages. `index.cjs` chooses a copy of the program: one for each
 * group of commands, which has only what the group uses and is faster than modules that groups share, and one with all groups.
 * @param root the checkout
 * @param name name of the output folder
 */
export function commandBuilds(root: string, name: string, entry: string): InlineConfig[] {
  const at = (path: string) => join(root, folder, path);
  const groups = [...groupNames.map(([group]) => group), allGroups];
  const parts: Part[] = [
    { name: 'index', entry },
    { name: noGroup, entry: at('output/print-version.ts') },
    { name: 'zod', entry: at('schemas/used-zod.ts'), plugins: [usedZod(at('schemas/used-zod.ts'))] },
    ...groups.map((group) => ({
      name: group,
      entry: at('main.ts'),
      plugins: [onlyGroup(at('command-groups.ts'), group), withLateZod(at('schemas/late-zod.ts')), lateModules()],
    })),
  ];
  return parts.map((part) => buildOf(name, part));
}

function buildOf(folder: string, { name, entry, plugins = [] }: Part): InlineConfig {
  return {
    publicDir: false,
    build: {
      ssr: entry,
      target: 'node24',
      outDir: `out/${folder}`,
      emptyOutDir: false,
      // A stack trace names the lines of these files.
      minify: false,
      rolldownOptions: {
        // A part that is loaded late finds what it shares with the program in the program's own file.
        preserveEntrySignatures: 'allow-extension',
        output: {
          format: 'cjs',
          dynamicImportInCjs: name === 'index',
          entryFileNames: `${name}.cjs`,
          chunkFileNames: `${name}-[name].cjs`,
          minifyInternalExports: false,
          // V8 stores a source with any other character in twice the memory.
          charset: 'ascii',
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
    ssr: { noExternal: true, external: loadedOnUse },
    plugins: [...plugins, lightBuiltins(), ...(loadedByNode.includes(name) ? [] : [functionFiles()])],
  };
}
