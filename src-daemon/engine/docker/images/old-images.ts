import type { EngineLog } from '../../engine-log.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { labels } from '../sandbox/labels.ts';
import type { SandboxImage } from './build-image.ts';

/** Another daemon of another version may be at work on the same engine; what it made of late stays. */
const youngS = 24 * 60 * 60;

/**
 * Removes the images of ours that were made before the current one, a day ago or longer, and that no container uses:
 * each upgrade makes another of some hundred megabytes. Returns how many went.
 */
export async function removeOldImages(
  { docker }: EngineLink,
  current: SandboxImage,
  { log, nowS }: { log: EngineLog; nowS: number },
): Promise<number> {
  const images = await docker.listImages({ filters: JSON.stringify({ label: [`${labels.role}=image`] }) });
  const kept = images.find(({ Id }) => Id === current.id);
  if (kept === undefined) return 0;
  // The images of families are made on top of the current one, and after it.
  const old = images.filter(({ Created: madeAt }) => madeAt < kept.Created && nowS - madeAt > youngS);
  const tags = old.flatMap(({ RepoTags }) => RepoTags ?? []).filter((tag) => tag.startsWith('strongroom/'));
  // Not forced: the engine refuses what a container uses, and what another image is made on.
  const removals = await Promise.allSettled(tags.map((tag) => docker.getImage(tag).remove()));
  const removed = removals.filter(({ status }) => status === 'fulfilled').length;
  if (removed > 0) log.info({ removed }, 'removed sandbox images of earlier versions');
  return removed;
}
