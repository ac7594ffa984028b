import type { PackageManager } from '../engine/layers.ts';

/** Returns the sentence that a log gives reason for, or undefined. */
type Reason = (log: readonly string[]) => string | undefined;

const unreachable = 'The package index could not be reached: the network dropped or its address is wrong.';
const excluded = 'Packages of the list exclude each other; see the log.';
const isMissing = (name: string) => `The package index has no package named ${name}.`;
const isUnbuilt = (name: string) => `The package ${name} could not be built.`;

/**
 * The installers are programs and their messages are all that they give: pip has no codes, and the ones below have
 * existed for years. The first reason that applies counts, so that a dropped network is not reported as a missing package.
 */
export const failureReasons: Record<PackageManager, readonly Reason[]> = {
  pip: [
    inLine((line) => says(line, 'WARNING: Retrying ', ' after connection broken by') && unreachable),
    inLine((line) => says(line, 'Could not fetch URL ', 'SSL') && unreachable),
    inLine((line) => says(line, 'Could not fetch URL ', 'connection error') && unreachable),
    anyOf(
      ['ReadTimeoutError', 'ConnectionResetError', 'IncompleteRead', 'incomplete-download', 'ProtocolError'],
      unreachable,
    ),
    inLine(unsatisfied),
    inLine((line) => after(line, 'No matching distribution found for ', (rest) => isMissing(firstWord(rest)))),
    anyOf(['ResolutionImpossible', 'conflicting dependencies'], excluded),
    collectedBeforeError,
    inLine((line) => after(line, 'Failed to build', lastNameIsUnbuilt)),
    inLine((line) => after(line, 'Failed building wheel for', lastNameIsUnbuilt)),
    anyOf(
      ['subprocess-exited-with-error', 'metadata-generation-failed', 'BackendUnavailable', 'build dependencies'],
      'A package could not be built; see the log.',
    ),
  ],
  npm: [
    notInRegistry,
    anyOf(['ERR_PNPM_FETCH_404'], 'The registry has no package of one of these names; see the log.'),
    noMatchingVersion,
    inLine((line) => networkFault.test(line) && unreachable),
    anyOf(['ERR_PNPM_PEER_DEP_ISSUES', 'ERESOLVE'], excluded),
    inLine(failedScript),
    anyOf(['ELIFECYCLE'], 'A package could not be built; see the log.'),
  ],
};

const networkFault =
  /ERR_PNPM_(?:META_FETCH_FAIL|TARBALL_FETCH|FETCH_\d)|E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT)/;

function inLine(reasonOf: (line: string) => string | false | undefined): Reason {
  return (log) => {
    for (const line of log) {
      const reason = reasonOf(line);
      if (reason) return reason;
    }
    return undefined;
  };
}

function anyOf(parts: readonly string[], reason: string): Reason {
  return inLine((line) => parts.some((part) => line.includes(part)) && reason);
}

/** Returns true if the parts are in the line, one after another. */
function says(line: string, first: string, second: string): boolean {
  return after(line, first, (rest) => (rest.includes(second) ? rest : undefined)) !== undefined;
}

/** Hands on what follows the first occurrence of a text. */
function after(line: string, text: string, read: (rest: string) => string | undefined): string | undefined {
  const at = line.indexOf(text);
  return at === -1 ? undefined : read(line.slice(at + text.length));
}

function firstWord(text: string): string {
  return text.trimStart().split(/\s/, 1)[0] ?? '';
}

function unsatisfied(line: string): string | undefined {
  return after(line, 'Could not find a version that satisfies the requirement ', (rest) => {
    const wanted = firstWord(rest);
    return after(rest.slice(wanted.length), '(from versions: ', (list) => {
      const [versions = ''] = list.split(')', 1);
      if (versions === 'none') return isMissing(wanted);
      return `No version of it satisfies ${wanted}; there are ${versions}.`;
    });
  });
}

/** pip names the package that it works on before what that package's build prints. */
function collectedBeforeError(log: readonly string[]): string | undefined {
  let name: string | undefined;
  for (const line of log) {
    const collected = after(line, 'Collecting ', (rest) => /^[\w.-]+/.exec(rest)?.[0]);
    if (collected !== undefined) name = collected;
    else if (name !== undefined && /subprocess-exited-with-error|metadata-generation/.test(line))
      return isUnbuilt(name);
  }
  return undefined;
}

function lastNameIsUnbuilt(rest: string): string | undefined {
  const text = rest.trimEnd();
  let start = text.length;
  while (start > 0 && /[A-Za-z0-9._-]/.test(text.charAt(start - 1))) start--;
  return start === text.length ? undefined : isUnbuilt(text.slice(start));
}

function notInRegistry(log: readonly string[]): string | undefined {
  const start = log.findIndex((line) => line.includes('ERR_PNPM_FETCH_404'));
  const marker = ' is not in the npm registry';
  for (const line of start === -1 ? [] : log.slice(start + 1)) {
    const name = line.slice(0, Math.max(0, line.indexOf(marker)));
    if (name !== '' && name === firstWord(name)) return isMissing(name);
  }
  return undefined;
}

function noMatchingVersion(log: readonly string[]): string | undefined {
  const start = log.findIndex((line) => line.includes('ERR_PNPM_NO_MATCHING_VERSION'));
  if (start === -1) return undefined;
  const isUnmatched = (rest: string) => `No version of it satisfies ${firstWord(rest)}.`;
  return inLine((line) => after(line, 'No matching version found for ', isUnmatched))(log.slice(start));
}

/** `.../node_modules/esbuild postinstall: Failed` */
function failedScript(line: string): string | undefined {
  if (!line.includes(': Failed')) return undefined;
  return after(line, 'node_modules/', (rest) => {
    const [first = '', second = ''] = firstWord(rest).split('/', 2);
    const name = first.startsWith('@') ? `${first}/${second}` : first;
    return isUnbuilt(name.replace(/:$/, ''));
  });
}
