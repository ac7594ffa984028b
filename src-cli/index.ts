import { findGroup, noGroup } from '../src-shared-node/command-names.ts';
import { openCodeStore } from './loading/code-store.ts';
import { createFileLoader } from './loading/file-loader.ts';
import type { Main } from './main.ts';

// A build has a copy of the program for each group of commands, so that a command loads nothing that it does not use.
const group = findGroup(process.argv.slice(2));
if (group === noGroup) require(`./${noGroup}.cjs`);
else start(group);

function start(name: string): void {
  const deps = { folder: import.meta.dirname, requirePackage: require, store: openCodeStore(process.env) };
  const loader = createFileLoader(deps);
  const { main } = loader.load(`${name}.cjs`) as { main: Main };
  let command = '';
  void main({
    // Only a file that Node itself has loaded can import a module.
    importModule: (url) => import(url),
    onCommand: (used) => {
      command = used;
    },
  });
  process.once('exit', () => loader.keep(command));
}
