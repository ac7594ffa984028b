import type { Environment } from '../../../../src-shared-node/runtime-dir.ts';
import { findCredentials } from '../../credential/registry-credentials.ts';
import type { ListedImage } from '../../kubernetes/images/image-list.ts';
import type { Registry } from '../../kubernetes/images/image-reference.ts';
import type { InstalledImage } from '../images/install-images.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { pushImage } from './push-image.ts';

export interface PushOptions {
  docker: EngineLink['docker'];
  registry: Registry;
  /** The environment of this process: it has the folder of Docker's configuration, and the path of credential helpers. */
  environment: Environment;
  /** Receives progress messages for users, one line at a time. */
  onLine: (line: string) => void;
}

const tagLength = 16;

/**
 * Pushes images to a registry, with the credentials of `docker login`.
 * @throws Error with a message for users
 */
export async function pushImages(images: readonly InstalledImage[], options: PushOptions): Promise<ListedImage[]> {
  const push = await openPush(options);
  const pushed: ListedImage[] = [];
  // One after the other: the images of families have the layers of the base image, which is then there.
  for (const { family, id, versions } of images)
    pushed.push({ family, reference: await push(family === 'base' ? 'sandbox' : family, id), versions });
  return pushed;
}

/** Pushes the image that installs packages. Returns its reference. @throws Error with a message for users */
export async function pushInstaller(id: string, options: PushOptions): Promise<string> {
  const push = await openPush(options);
  return push('installer', id);
}

/** Returns the function that pushes an image under a name, and returns its reference. */
async function openPush({ docker, registry, environment, onLine }: PushOptions) {
  const { host, address } = registry;
  const context = { docker, host, credentials: await findCredentials(host, environment), onLine };
  return async (name: string, id: string) => {
    const repository = `${address}/strongroom-${name}`;
    return `${repository}@${await pushImage(context, { id, repository, tag: contentTag(id) })}`;
  };
}

/**
 * Returns the tag of an image: the start of its id, which is a digest of its content. No later image gets the same tag, so a
 * registry that deletes images without a tag keeps those of older lists.
 */
function contentTag(id: string): string {
  return id.slice(id.indexOf(':') + 1).slice(0, tagLength);
}
