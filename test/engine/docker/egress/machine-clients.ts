/** Clients of this machine as files of a run: the image of the sandbox does not have them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Returns git with its HTTPS helper, in `git-core`, and their libraries, in `lib`. */
export function filesOfGit(): Record<string, Uint8Array> {
  const folder = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim();
  const programs = ['git', 'git-remote-https'].map((name) => join(folder, name));
  const libraries = new Set(programs.flatMap(librariesOf));
  return Object.fromEntries([
    ...programs.map((path) => [`git-core/${basename(path)}`, readFileSync(path)] as const),
    ...[...libraries].map((path) => [`lib/${basename(path)}`, readFileSync(path)] as const),
  ]);
}

/** Returns the libraries that a program loads, except those of the C library, which the image has. */
function librariesOf(program: string): string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
  const paths = [...listed.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path);
  return paths.filter((path) => !/\/(libc|libm|libpthread|librt|libdl|libresolv)\.so/.test(path));
}

/** Returns the copy of `requests` that pip contains, below `pip/_vendor`. */
export function filesOfRequests(): Record<string, Uint8Array> {
  const asked = ['-c', 'import pip, os; print(os.path.dirname(pip.__file__))'];
  const folder = execFileSync('python3', asked, { encoding: 'utf8' }).trim();
  const names = ['requests', 'urllib3', 'certifi', 'idna', 'chardet', 'charset_normalizer'];
  const files: Record<string, Uint8Array> = {
    'pip/__init__.py': new Uint8Array(),
    'pip/_vendor/__init__.py': new Uint8Array(),
  };
  for (const entry of readdirSync(join(folder, '_vendor'), { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    const isPart = names.includes(path.split('/')[1] ?? '');
    if (isPart && entry.isFile() && !path.endsWith('.pyc')) files[`pip/${path}`] = readFileSync(join(folder, path));
  }
  return files;
}
