import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file that git knows or would take, by its path below the checkout. */
export async function listFiles(): Promise<string[]> {
  const { output } = await run(root, [
    'git',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  ]);
  return output.split('\n').filter((path) => path !== '');
}

export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Writes files into a folder that stands in for a checkout. */
export function plant(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Runs a program to its end; a failure is an exit code, and no error. */
export function run(cwd: string, [file = '', ...args]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout });
    });
  });
}

export function tool(path: string): string {
  return join(root, 'node_modules', path);
}
