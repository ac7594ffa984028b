import type { EngineLog } from '../../engine-log.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { labels } from '../sandbox/labels.ts';
import type { SandboxImage } from './build-image.ts';

/** Images younger than this are retained: a daemon of another version may use the same engine. */
const youngS = 24 * 60 * 60;

/**
 * Removes Strongroom's images that are older than the current one and than a day, unless a container uses them. Each
 * upgrade leaves some hundred megabytes. Returns the number of removed images.
 */
export async function removeOldImages(
  { docker }: EngineLink,
  current: SandboxImage,
  { log, nowS }: { log: EngineLog; nowS: number },
): Promise<number> {
  const images = await docker.listImages({ filters: JSON.stringify({ label: [`${labels.role}=image`] }) });
  const kept = images.find(({ Id }) => Id === current.id);
  if (kept === undefined) return 0;
  // The images of families are built on the current image, and therefore are younger.
  const old = images.filter(({ Created: madeAt }) => madeAt < kept.Created && nowS - madeAt > youngS);
  const tags = old.flatMap(({ RepoTags }) => RepoTags ?? []).filter((tag) => tag.startsWith('strongroom/'));
  // Without `force`, the engine refuses to remove an image that a container or another image uses.
  const removals = await Promise.allSettled(tags.map((tag) => docker.getImage(tag).remove()));
  const removed = removals.filter(({ status }) => status === 'fulfilled').length;
  if (removed > 0) log.info({ removed }, 'removed sandbox images of earlier versions');
  return removed;
}
