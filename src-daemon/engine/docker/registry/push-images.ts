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

/** Pushes an image under the name `strongroom-NAME`. Returns its reference. @throws Error with a message for users */
export type Push = (name: string, id: string) => Promise<string>;

/** Pushes the images of languages. @throws Error with a message for users */
export async function pushImages(images: readonly InstalledImage[], push: Push): Promise<ListedImage[]> {
  const pushed: ListedImage[] = [];
  // One after the other: the images of families have the layers of the base image, which is then there.
  for (const { family, id, versions } of images)
    pushed.push({ family, reference: await push(family === 'base' ? 'sandbox' : family, id), versions });
  return pushed;
}

/** Pushes the image that installs packages. Returns its reference. @throws Error with a message for users */
export function pushInstaller(id: string, push: Push): Promise<string> {
  return push('installer', id);
}

/** Prepares pushes to a registry, with the credentials of `docker login`. @throws Error with a message for users */
export async function openPush({ docker, registry, environment, onLine }: PushOptions): Promise<Push> {
  const { host, address } = registry;
  const context = { docker, host, credentials: await findCredentials(host, environment), onLine };
  return async (name, id) => {
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
