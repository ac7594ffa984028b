import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { EngineConnection } from '../link/engine-connection.ts';
import { exists } from './base-image.ts';
import { type ImageSources, packContext, readImageSources } from './build-context.ts';
import { buildFrom } from './build-image.ts';

const repository = 'strongroom/installer';
const npmInstaller = 'npm-installer';

/** Finds the installer image for a connection's sandbox image, or builds it at the first use, in half a minute. */
export async function ensureInstallerImage(
  { link, image }: Pick<EngineConnection, 'link' | 'image'>,
  resourcesDir: string,
  onLine: (line: string) => void,
): Promise<string> {
  const sources = await readImageSources(join(resourcesDir, 'installer'));
  const installer = await findNpmInstaller();
  const tag = createHash('sha256').update(`${image.id}\0${sources.hash}\0${installer.version}`).digest('hex');
  const name = `${repository}:${tag.slice(0, 16)}`;
  if (await exists(link.docker, name)) return name;
  onLine('Building the installer image, once');
  const context = packContext({ ...sources, files: [...sources.files, ...(await installer.read())] }, noMore());
  await buildFrom(link.docker, { context, options: { t: name, buildargs: { BASE: image.id } }, onLine });
  return name;
}

async function* noMore(): AsyncGenerator<Buffer> {}

/** Finds the package pnpm in node_modules. Reads its manifest, and the files that it needs in a Linux container. */
async function findNpmInstaller() {
  const manifest = createRequire(import.meta.url).resolve('pnpm');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  return { version, read: () => readBundle(dirname(manifest)) };
}

async function readBundle(folder: string): Promise<ImageSources['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path === 'package.json' || (/^(bin|dist)[/\\]/.test(path) && !/\.(node|md|ts|map)$/.test(path)))
    .sort();
  return Promise.all(
    paths.map(async (path) => ({
      path: `${npmInstaller}/${path.split(sep).join('/')}`,
      content: await readFile(join(folder, path)),
    })),
  );
}
