import type { EngineLog } from '../../engine-log.ts';
import type { LanguageFamily } from '../../languages/languages.ts';
import { type EngineLink, openLink } from '../link/engine-link.ts';
import { type DockerEnvironment, findDocker } from '../link/find-docker.ts';
import { createRemover, newProcessId } from '../remover/start-remover.ts';
import type { SandboxImage } from './build-image.ts';
import { openFamilyImages } from './family-images.ts';
import { ensureInstallerImage } from './installer-image.ts';
import { ensureSandboxImage } from './sandbox-image.ts';

export interface InstallOptions {
  families: readonly LanguageFamily[];
  runtimeDir: string;
  /** The folder that holds `sandbox/` and `families/`. */
  resourcesDir: string;
  environment: DockerEnvironment;
  /** Receives progress messages for users, one line at a time. */
  onLine: (line: string) => void;
}

const instanceId = 'images';
const silent: EngineLog = { info: () => {}, warn: () => {}, error: () => {} };

export interface InstalledImage extends SandboxImage {
  family: LanguageFamily;
}

/** The installed images, and the engine that has them. */
interface Installed {
  docker: EngineLink['docker'];
  images: readonly InstalledImage[];
  /** Finds or builds the image that installs packages. Returns its id. @throws Error with a message for users */
  findInstaller(): Promise<string>;
}

/**
 * Finds or builds the base image and the images of language families, without a daemon. A running daemon finds them
 * within seconds. Returns the versions of all their languages.
 * @throws Error with a message for users
 */
export async function installImages(options: InstallOptions): Promise<Readonly<Record<string, string>>> {
  return withInstalledImages(options, async ({ images }) => Object.assign({}, ...images.map((one) => one.versions)));
}

/**
 * Finds or builds images as `installImages` does, and closes the connection to the engine after `use`.
 * @throws Error with a message for users; what `use` throws
 */
export async function withInstalledImages<T>(
  options: InstallOptions,
  use: (installed: Installed) => Promise<T>,
): Promise<T> {
  const { docker, host } = await findDocker(options);
  const processId = newProcessId();
  const remover = createRemover({ instanceId, processId }, silent);
  remover.watch(host);
  const link = await openLink(docker, { host, instanceId, processId, log: silent });
  const context = { link, instanceId, log: silent, resourcesDir: options.resourcesDir, onLine: options.onLine };
  try {
    const base = await ensureSandboxImage({ ...context, onBuild: () => {} });
    const images = await openFamilyImages(context, base);
    try {
      const installed: InstalledImage[] = [];
      // One after the other: each build uses the whole machine and its network connection.
      for (const family of options.families)
        installed.push({ family, ...(family === 'base' ? base : await images.install(family)) });
      // A failed installation may leave containers: the remover starts to remove them when this process exits.
      await remover.release();
      const findInstaller = async () => {
        const name = await ensureInstallerImage({ link, image: base }, options.resourcesDir, options.onLine);
        return (await docker.getImage(name).inspect()).Id;
      };
      return await use({ docker, images: installed, findInstaller });
    } finally {
      images.close();
    }
  } finally {
    link.close();
  }
}
