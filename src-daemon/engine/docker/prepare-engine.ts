import type { EngineLog } from '../engine-log.ts';
import type { EngineLink } from './engine-link.ts';
import { openFamilyImages } from './family-images.ts';
import { ensureSandboxImage } from './image.ts';
import { removeBridges } from './network/bridge.ts';
import { removeOldImages } from './old-images.ts';
import type { Readiness } from './readiness.ts';
import { reapContainers } from './reap.ts';

export interface PrepareOptions {
  instanceId: string;
  resourcesDir: string;
  log: EngineLog;
  onProgress: (line: string) => void;
}

/** Clears away what an earlier daemon of this instance left, and sees to the image; the engine is ready then. */
export async function prepareEngine(link: EngineLink, readiness: Readiness, options: PrepareOptions): Promise<void> {
  const reaped = await reapContainers(link.docker, { instanceId: options.instanceId });
  if (reaped > 0) options.log.warn({ reaped }, 'removed containers that an earlier daemon left');
  // A bridge that cannot be removed yet does no harm: this process makes its own, and its stop removes both.
  await removeBridges(link.docker, { instanceId: options.instanceId }).catch(() => {});
  await prepareImage(link, readiness, options);
}

/** Finds the image or makes it. */
export async function prepareImage(link: EngineLink, readiness: Readiness, options: PrepareOptions): Promise<void> {
  const onBuild = () => readiness.becomeBuilding();
  const image = await ensureSandboxImage({ ...options, link, onBuild, onLine: options.onProgress });
  const families = await openFamilyImages({ ...options, link, onLine: options.onProgress }, image);
  readiness.last()?.families.close();
  link.lost.addEventListener('abort', families.close, { once: true });
  link.lost.throwIfAborted();
  readiness.becomeReady({ link, image, families });
  const { log } = options;
  removeOldImages(link, image, { log, nowS: Date.now() / 1000 }).catch((err: unknown) => {
    if (!link.lost.aborted) log.warn({ err }, 'images of earlier versions may be left');
  });
}
