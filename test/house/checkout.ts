import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listTrackedFiles } from '../../scripts/style/tracked-files.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the path of each file that git tracks or would add, relative to the checkout. */
export function listFiles(): string[] {
  return listTrackedFiles(root);
}

export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Writes files into a folder that serves as a checkout. */
export function plant(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Runs a program until it exits. Returns the exit code (-1 if it could not start) and stdout; never throws. */
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
