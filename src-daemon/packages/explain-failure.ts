import type { LayerFault, PackageManager } from '../engine/layers.ts';

const faultWords: Record<Exclude<LayerFault, 'installer' | 'incomplete'>, string> = {
  timed_out: 'The installation took longer than 10 minutes.',
  too_large: 'The packages are larger than 2 GiB, or more than 200,000 files.',
  disk_full: 'The disk of the sandbox engine is full: less than 512 MiB would be left.',
  out_of_memory: 'The installation needed more than 2 GiB of memory.',
  died: 'The installation was ended from outside.',
  needs_docker: 'The packages need Docker, which does not run here now. To have it: npm run engine.',
};

/** One sentence on why a list could not be installed, from the fault and what the installer printed. */
export function explainFailure(manager: PackageManager, fault: LayerFault, log: readonly string[]): string {
  if (fault !== 'installer' && fault !== 'incomplete') return faultWords[fault];
  const text = log.join('\n');
  if (/No space left on device|ENOSPC/.test(text)) return faultWords.disk_full;
  for (const [pattern, words] of reasons[manager]) {
    const match = pattern.exec(text);
    if (match !== null) return words(match[1] ?? '', match[2] ?? '');
  }
  const last = log.findLast((line) => line.trim() !== '')?.trim() ?? '';
  return `The installation failed: ${last.slice(0, 300) || 'its log says nothing'}.`;
}

type Reason = readonly [RegExp, (first: string, second: string) => string];
const unreachable = () => 'The package index could not be reached: the network dropped or its address is wrong.';
const isMissing = (name: string) => `The package index has no package named ${name}.`;
const hasNone = (wanted: string, there: string) =>
  `No version of it satisfies ${wanted}${there === '' ? '' : `; there are ${there}`}.`;
const isUnbuilt = (name: string) =>
  name === '' ? 'A package could not be built; the log has the words.' : `The package ${name} could not be built.`;

/**
 * The installers are programs and their words are all that they give: pip has no codes, and the ones below have stood
 * for years. The first that matches counts, so that a dropped network is not told as a missing package.
 */
const reasons: Record<PackageManager, readonly Reason[]> = {
  pip: [
    [/WARNING: Retrying .* after connection broken by|Could not fetch URL .*(?:SSL|connection error)/, unreachable],
    [/ReadTimeoutError|ConnectionResetError|IncompleteRead|incomplete-download|ProtocolError/, unreachable],
    [/Could not find a version that satisfies the requirement (\S+) \(from versions: none\)/, isMissing],
    [/Could not find a version that satisfies the requirement (\S+) \(from versions: ([^)]*)\)/, hasNone],
    [/No matching distribution found for (\S+)/, isMissing],
    [/ResolutionImpossible|conflicting dependencies/, () => 'Packages of the list exclude each other; see the log.'],
    [
      /Collecting ([\w.-]+)[^\n]*\n(?:(?!Collecting )[^\n]*\n)*[^\n]*(?:subprocess-exited-with-error|metadata-generation)/,
      isUnbuilt,
    ],
    [/Failed(?: to build| building wheel for)[^\n]*?([A-Za-z0-9._-]+)\s*$/m, isUnbuilt],
    [
      /subprocess-exited-with-error|metadata-generation-failed|BackendUnavailable|build dependencies/,
      () => isUnbuilt(''),
    ],
  ],
  npm: [
    [/ERR_PNPM_FETCH_404[\s\S]*?\n(\S+) is not in the npm registry/, isMissing],
    [/ERR_PNPM_FETCH_404/, () => 'The registry has no package of one of these names; see the log.'],
    [/ERR_PNPM_NO_MATCHING_VERSION\s+No matching version found for (\S+)/, hasNone],
    [
      /ERR_PNPM_(?:META_FETCH_FAIL|TARBALL_FETCH|FETCH_\d+)|E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT)/,
      unreachable,
    ],
    [/ERR_PNPM_\w*PEER|ERESOLVE/, () => 'Packages of the list exclude each other; see the log.'],
    [/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)[^\n]*: Failed|ELIFECYCLE/, isUnbuilt],
  ],
};
