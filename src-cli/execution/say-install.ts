import type { RunPackage } from '../../src-shared/contracts/executions.contract.ts';
import type { RunFlags } from '../options/run-options.ts';
import type { Tools } from '../toolbox.ts';
import type { InstallEvent } from './follow-run.ts';

interface Installation extends Pick<RunFlags, 'verbose'> {
  usedBy?: 'program' | 'sandbox';
}

/**
 * Says which packages a run or a sandbox waits for. The lines of the installer are shown at a terminal, and kept with
 * `--verbose`.
 */
export function sayInstall(
  { reporter }: Pick<Tools, 'reporter'>,
  { event, data }: InstallEvent,
  { usedBy = 'program', verbose }: Installation,
): void {
  if (reporter.isJson) return;
  if (event === 'installing') {
    const { packages } = data;
    const count = packages.length === 1 ? '1 package' : `${packages.length} packages`;
    reporter.say(`strongroom: installing ${count} for this ${usedBy}: ${packages.join(', ')}`);
  } else if (event === 'installed') reporter.progress(undefined);
  else if (verbose) reporter.say(`  ${data.text}`);
  else reporter.progress(data.text);
}

/** Says which versions of its own packages a program or a sandbox has. */
export function sayPackages(
  { reporter }: Pick<Tools, 'reporter'>,
  packages: readonly RunPackage[] = [],
  usedBy: Installation['usedBy'] = 'program',
): void {
  if (packages.length === 0) return;
  const named = packages.map(({ name, version }) => `${name} ${version}`);
  reporter.say(`strongroom: packages of this ${usedBy}: ${named.join(', ')}`);
}
