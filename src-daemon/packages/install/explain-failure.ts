import type { LayerFault, PackageManager } from '../../engine/layers.ts';
import { failureReasons, skippedScripts } from './failure-reasons.ts';

const faultMessages: Record<Exclude<LayerFault, 'installer' | 'incomplete' | 'needs_build'>, string> = {
  timed_out: 'The installation took longer than 10 minutes.',
  too_large: 'The packages are larger than 2 GiB, or more than 200,000 files.',
  disk_full: 'The disk of the sandbox engine is full: less than 512 MiB would be left.',
  out_of_memory: 'The installation needed more than 2 GiB of memory.',
  died: 'The installation was ended from outside.',
  needs_docker: 'The packages need Docker, which does not run here now. To have it: npm run engine.',
};

/** How much of a line that explains nothing is quoted. */
const quotedCharacters = 300;

/**
 * Returns one or two sentences on why a list could not be installed, from the fault and what the installer printed.
 * `builds` is the setting `installer.builds`. Packages write into that log too, so that it is read in linear time.
 */
export function explainFailure(
  { manager, fault, builds = true }: { manager: PackageManager; fault: LayerFault; builds?: boolean },
  log: readonly string[],
): string {
  if (fault === 'needs_build') return skippedScripts(log);
  if (fault !== 'installer' && fault !== 'incomplete') return faultMessages[fault];
  if (log.some((line) => line.includes('No space left on device') || line.includes('ENOSPC')))
    return faultMessages.disk_full;
  for (const reasonIn of failureReasons(manager, builds)) {
    const reason = reasonIn(log);
    if (reason !== undefined) return reason;
  }
  const last = log.findLast((line) => line.trim() !== '')?.trim() ?? '';
  return `The installation failed: ${last.slice(0, quotedCharacters) || 'its log says nothing'}.`;
}
