import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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
    `import { registerHooks } from 'node:module';
    import { writeFileSync } from 'node:fs';
    const before = new Set(process.moduleLoadList);
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    process.on('exit', () => {
      const builtins = process.moduleLoadList.filter((name) => !before.has(name));
      writeFileSync(${JSON.stringify(report)}, JSON.stringify({ urls, builtins }));
    });`,
  );
  const { stdout } = await execa(process.execPath, ['--import', pathToFileURL(hook).href, '--', cliBundle, ...args], {
    env: { XDG_CONFIG_HOME: folder, NODE_DISABLE_COMPILE_CACHE: '1', ...env },
    stdin: 'ignore',
    stripFinalNewline: false,
  });
  const { urls, builtins } = JSON.parse(readFileSync(report, 'utf8')) as { urls: string[]; builtins: string[] };
  const files = urls.filter((url) => url.startsWith('file:')).map((url) => basename(url));
  const sizes = files.map((name) => statSync(join(bundles, name)).size);
  return {
    stdout,
    files: files.sort(),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    builtins: builtins.filter((name) => name.startsWith('NativeModule ')).map((name) => name.slice(13)),
  };
}
