import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { arch } from 'node:process';
import { readTypeScriptFiles } from '../../../src-daemon/engine/docker/images/typescript-files.ts';

const sources = resolve(import.meta.dirname, '../../../resources/sandbox/typescript');

/** Lays the hooks of TypeScript out in `FOLDER/typescript`, with their packages, as the image has them. */
export async function layOutTypeScript(folder: string, architecture = arch === 'arm64' ? 'aarch64' : 'x86_64') {
  await cp(sources, join(folder, 'typescript'), { recursive: true });
  for (const { path, content } of await readTypeScriptFiles(architecture)) {
    const target = join(folder, path);
    // A running kernel may have loaded it.
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
