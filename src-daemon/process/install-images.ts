/**
 * `npm run images [family…]`: finds or makes the images that languages live in, all of them unless some are named.
 * `--push REGISTRY` also pushes them to the registry of a cluster, and writes the list of their digests.
 */

import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { installImages, withInstalledImages } from '../engine/docker/images/install-images.ts';
import { openPush, pushImages, pushInstaller } from '../engine/docker/registry/push-images.ts';
import { writeImageList } from '../engine/kubernetes/images/image-list.ts';
import { readConfig } from './config.ts';
import { type PushArguments, readImagesArguments } from './images-arguments.ts';
import { printMessage, printText } from './process-output.ts';

const config = readConfig([], process.env);

try {
  const { families, push } = readImagesArguments(process.argv.slice(2));
  const { runtimeDir, resourcesDir, dockerEnvironment: environment } = config;
  const options = { families, runtimeDir, resourcesDir, environment, onLine: printText };
  if (push === undefined) printVersions(await installImages(options));
  else {
    await requireFolderOf(push.list);
    await withInstalledImages(options, (installed) => publish(installed, push));
  }
} catch (error) {
  printMessage(`npm run images: ${(error as Error).message}`);
  process.exitCode = 1;
}

type InstalledImages = Parameters<Parameters<typeof withInstalledImages>[1]>[0];

async function publish({ docker, images, findInstaller }: InstalledImages, { registry, list }: PushArguments) {
  const push = await openPush({ docker, registry, environment: process.env, onLine: printText });
  const pushed = await pushImages(images, push);
  const installer = await findInstaller().catch((error: Error) => {
    printMessage(`The image that installs packages cannot be built, so the cluster has no packages: ${error.message}`);
    return undefined;
  });
  const reference = installer && (await pushInstaller(installer, push));
  await writeImageList(list, pushed, reference);
  for (const { reference: image, versions } of pushed) {
    printText(image);
    printVersions(versions);
  }
  if (reference !== undefined) printText(reference);
  printText(`Wrote ${list}. The daemon reads it with --kube-images ${list}`);
}

/** A push takes minutes, so that a wrong path is reported before it. */
async function requireFolderOf(list: string): Promise<void> {
  const folder = dirname(resolve(list));
  await access(folder, constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`--list ${list} cannot be written (${code}): its folder must exist and be writable.`);
  });
}

function printVersions(versions: Readonly<Record<string, string>>): void {
  for (const [id, version] of Object.entries(versions)) printText(`${id} ${version}`);
}
