import type { RunFlags } from '../options/run-options.ts';
import type { Tools } from '../toolbox.ts';
import type { Finished, InstallEvent } from './follow-run.ts';

/** Says which packages a run waits for. The lines of the installer are shown at a terminal, and kept with `--verbose`. */
export function sayInstall({ reporter }: Tools, { event, data }: InstallEvent, { verbose }: Pick<RunFlags, 'verbose'>) {
  if (reporter.isJson) return;
  if (event === 'installing') {
    const { packages } = data;
    const count = packages.length === 1 ? '1 package' : `${packages.length} packages`;
    reporter.say(`strongroom: installing ${count} for this program: ${packages.join(', ')}`);
  } else if (event === 'installed') reporter.progress(undefined);
  else if (verbose) reporter.say(`  ${data.text}`);
  else reporter.progress(data.text);
}

/** Says which versions of its own packages a program had. */
export function sayPackages({ reporter }: Tools, { packages = [] }: Finished): void {
  if (packages.length === 0) return;
  const named = packages.map(({ name, version }) => `${name} ${version}`);
  reporter.say(`strongroom: packages of this program: ${named.join(', ')}`);
}
