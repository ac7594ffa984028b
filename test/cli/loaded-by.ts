import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { cliBundle, temporaryFolder } from './command.ts';

/** The folder of the built command. */
export const bundles = join(cliBundle, '..');

export interface Loaded {
  stdout: string;
  /** Names of the files of the command. */
  files: string[];
  bytes: number;
  /** Names of the public built-in modules. */
  builtins: string[];
}

/** Runs the command and returns what Node has loaded until its end. */
export async function loadedBy(args: string[], env: Record<string, string> = {}): Promise<Loaded> {
  const folder = temporaryFolder();
  const hook = join(folder, 'hook.mjs');
  const report = join(folder, 'report.json');
  writeFileSync(
    hook,
    `import fs, { writeFileSync } from 'node:fs';
    const before = new Set(process.moduleLoadList);
    const paths = new Set();
    const { readFileSync } = fs;
    fs.readFileSync = (path, ...options) => (paths.add(String(path)), readFileSync(path, ...options));
    process.on('exit', () => {
      const builtins = process.moduleLoadList.filter((name) => !before.has(name));
      writeFileSync(${JSON.stringify(report)}, JSON.stringify({ paths: [...paths], builtins }));
    });`,
  );
  const { stdout } = await execa(process.execPath, ['--import', pathToFileURL(hook).href, '--', cliBundle, ...args], {
    env: { XDG_CONFIG_HOME: folder, NODE_DISABLE_COMPILE_CACHE: '1', ...env },
    stdin: 'ignore',
    stripFinalNewline: false,
  });
  const { paths, builtins } = JSON.parse(readFileSync(report, 'utf8')) as { paths: string[]; builtins: string[] };
  const files = paths
    .filter((path) => dirname(path) === bundles && path.endsWith('.cjs'))
    .map((path) => basename(path));
  const sizes = files.map((name) => statSync(join(bundles, name)).size);
  return {
    stdout,
    files: files.sort(),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    builtins: builtins.filter((name) => name.startsWith('NativeModule ')).map((name) => name.slice(13)),
  };
}
