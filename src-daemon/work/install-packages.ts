import type { ProgramPackages, ResolvedPackage } from './find-packages.ts';

type InstallEvent =
  | { event: 'installing'; data: { packages: string[] } }
  | { event: 'install_log'; data: { text: string } }
  | { event: 'installed'; data: { packages: ResolvedPackage[] } };

interface InstallHooks {
  signal: AbortSignal;
  append: (event: InstallEvent) => void;
}

/**
 * Installs the packages that a run or a sandbox waits for, if there are any, and sets its layer and their versions.
 * @throws AppError `packages_failed`, `engine_unavailable`, `queue_full`; the signal's reason
 */
export async function installPackages(packages: ProgramPackages, { signal, append }: InstallHooks): Promise<void> {
  const { install } = packages;
  if (install === undefined) return;
  append({ event: 'installing', data: { packages: install.labels } });
  const onLine = (text: string) => append({ event: 'install_log', data: { text } });
  const { layer, own } = await install.run({ signal, onLine });
  packages.layer = layer;
  packages.own = own;
  append({ event: 'installed', data: { packages: own } });
}
