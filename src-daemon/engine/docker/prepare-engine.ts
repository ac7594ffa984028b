import type { Disposals } from '../disposals.ts';
import type { EngineLog } from '../engine-log.ts';
import { proveEngine } from './canary/canary.ts';
import { openFamilyImages } from './images/family-images.ts';
import { removeOldImages } from './images/old-images.ts';
import { ensureSandboxImage } from './images/sandbox-image.ts';
import type { DockerReadiness, EngineConnection } from './link/engine-connection.ts';
import type { EngineLink } from './link/engine-link.ts';
import { removeBridges } from './network/bridge.ts';
import { reapContainers } from './sandbox/reap.ts';

export interface PrepareOptions {
  instanceId: string;
  resourcesDir: string;
  log: EngineLog;
  /** Has the containers of the canary until they are removed. */
  disposals: Disposals;
  onProgress: (line: string) => void;
  provenEngines?: ProvenEngines | undefined;
}

/** Engines that a canary has proved. A daemon proves its engine at each start; tests prove it once for all files of a run. */
export interface ProvenEngines {
  /** @param key the engine's address and the id of its image */
  has(key: string): boolean;
  add(key: string): void;
}

/**
 * Removes what an earlier daemon of this instance left, finds or builds the image, and proves the engine with a canary.
 * Then the engine is ready.
 * @throws UnfitEngineError if the engine does not provide what a sandbox requires
 */
export async function prepareEngine(
  link: EngineLink,
  readiness: DockerReadiness,
  options: PrepareOptions,
): Promise<void> {
  const reaped = await reapContainers(link.docker, { instanceId: options.instanceId });
  if (reaped > 0) options.log.warn({ reaped }, 'removed containers that an earlier daemon left');
  // A bridge that cannot be removed yet does no harm: this process creates its own, and its stop removes both.
  await removeBridges(link.docker, { instanceId: options.instanceId }).catch(() => {});
  await prepareImage(link, readiness, options);
}

/**
 * Finds or builds the image and proves the engine with a canary. Then the engine is ready.
 * @throws UnfitEngineError
 */
export async function prepareImage(
  link: EngineLink,
  readiness: DockerReadiness,
  options: PrepareOptions,
): Promise<void> {
  const connection = await findConnection(link, readiness, options);
  readiness.last()?.families.close();
  readiness.becomeReady(connection);
  const { log } = options;
  removeOldImages(link, connection.image, { log, nowS: Date.now() / 1000 }).catch((err: unknown) => {
    if (!link.lost.aborted) log.warn({ err }, 'images of earlier versions may be left');
  });
}

async function findConnection(
  link: EngineLink,
  readiness: DockerReadiness,
  options: PrepareOptions,
): Promise<EngineConnection> {
  const onBuild = () => readiness.becomeBuilding();
  const image = await ensureSandboxImage({ ...options, link, onBuild, onLine: options.onProgress });
  const proof = proveOnce(link, image.id, options);
  proof.catch(() => {});
  const families = await openFamilyImages({ ...options, link, onLine: options.onProgress }, image);
  try {
    await proof;
    link.lost.addEventListener('abort', families.close, { once: true });
    link.lost.throwIfAborted();
  } catch (error) {
    families.close();
    throw error;
  }
  return { link, image, families };
}

async function proveOnce(link: EngineLink, imageId: string, options: PrepareOptions): Promise<void> {
  // In gVisor the proof also records the kernels that no sandbox may have, and in a user namespace it finds the user ids.
  const provenEngines =
    link.isolation.level === 'container' && !link.facts.isRemapped ? options.provenEngines : undefined;
  const key = `${link.host} ${imageId}`;
  if (provenEngines?.has(key)) return;
  await proveEngine({ ...options, link, imageId });
  provenEngines?.add(key);
}
