import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';

const root = join(import.meta.dirname, '../../..');
const lists = join(import.meta.dirname, 'tools');
const node = join(root, 'node_modules/.bin/node');

/**
 * Installs the tools of `tools/package.json`, exactly those of its lock, into a folder.
 * @returns a function that runs the command of one of the installed packages, or of this checkout, in the folder
 */
export async function installTools(folder: string) {
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(lists, name), join(folder, name));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await execa('npm', ['ci', ...flags], { cwd: folder });
  const runIn = (bin: string) => (name: string, args: readonly string[]) =>
    execa(node, [join(bin, name), ...args], { cwd: folder, reject: false, all: true, env: { NO_COLOR: '1' } });
  return { tool: runIn(join(folder, 'node_modules/.bin')), own: runIn(join(root, 'node_modules/.bin')), node };
}
