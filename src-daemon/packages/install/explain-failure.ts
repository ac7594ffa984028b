import type { PackageManager } from '../../egress/index-hosts.ts';
import type { LayerFault } from '../../engine/layers.ts';
import { failureReasons, skippedScripts } from './failure-reasons.ts';

const faultMessages: Record<Exclude<LayerFault, 'installer' | 'incomplete' | 'needs_build'>, string> = {
  timed_out: 'The installation took longer than 10 minutes and was stopped.',
  too_large: 'The packages exceed 2 GiB or 200,000 files.',
  disk_full: 'The disk of the sandbox engine is full: less than 512 MiB would remain free.',
  out_of_memory: 'The installation needed more than 2 GiB of memory.',
  died: 'The installation was stopped by another process. Set the list again to retry.',
  needs_docker: 'The packages require Docker, which is not running. Start it: npm run engine.',
};

/** Maximum length of the log line that is quoted if no reason is known. */
const quotedCharacters = 300;

/**
 * Returns one or two sentences on why a list could not be installed, from the fault and the log of the installer. `builds`
 * is the setting `installer.builds`. The log is read in linear time, because packages also write to it.
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
  return `The installation failed: ${last.slice(0, quotedCharacters) || 'the log is empty'}.`;
}
