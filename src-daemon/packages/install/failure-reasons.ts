import type { PackageManager } from '../../egress/index-hosts.ts';
import { explainRefusedHost, refusedHostIn } from '../../engine/refused-host.ts';

/** Returns a sentence with the reason for a failure, or undefined if the log does not show this reason. */
type Reason = (log: readonly string[]) => string | undefined;

const unreachable = 'The package index could not be reached: the network is down, or its address is wrong.';
const excluded = 'Packages of the list conflict with each other; see the log.';
const isMissing = (name: string) => `The package index has no package named ${name}.`;
const isUnbuilt = (name: string) => `The package ${name} could not be built.`;
const needsGit =
  'A package of the list requires a git repository. Only packages of the package index can be installed; choose another version.';

const scriptsMark = 'Scripts were not run: ';
const buildsAreOff = (need: string) =>
  `${need}, and builds are disabled. Enable installer.builds in the settings, or choose other packages.`;
const hasNoWheel = (name: string) =>
  buildsAreOff(`The package index has no wheel of ${name} for this Python: it may have to be built`);

/**
 * Returns the known reasons for failures. They are found in the messages of the installers, because pip has no error codes;
 * these messages have existed for years. The first reason that applies is used, so that a network failure is not reported as
 * a missing package.
 */
export function failureReasons(manager: PackageManager, builds: boolean): readonly Reason[] {
  const { unmet, network, git, withoutBuilds, conflicts, build } = reasons[manager];
  return [
    ofProxy,
    sentToClosed,
    ...unmet,
    ifAny(network, refusedHost),
    ...network,
    ...git,
    ...(builds ? [] : withoutBuilds),
    ...conflicts,
    refusedHost,
    ...build,
  ];
}

interface Reasons {
  /** Packages and versions that the index does not have. pip also reports a network failure so: see `conflicts`. */
  unmet: readonly Reason[];
  network: readonly Reason[];
  git: readonly Reason[];
  /** Reasons that apply if the setting `installer.builds` is false. */
  withoutBuilds: readonly Reason[];
  /** Why there is no set of versions. */
  conflicts: readonly Reason[];
  build: readonly Reason[];
}

const pip: Reasons = {
  unmet: [
    anyOf(
      ['DO NOT MATCH THE HASHES'],
      'A file of the package index has none of the hashes of the list, so nothing was installed. Check the file, or update the hashes.',
    ),
    anyOf(
      ['Hashes are required in --require-hashes mode', 'In --require-hashes mode, all requirements must have'],
      'The list has hashes, so every package that is installed needs an exact version and hashes; the log names those without. pip-compile --generate-hashes or uv export write them.',
    ),
  ],
  network: [
    inLine((line) => says(line, 'WARNING: Retrying ', ' after connection broken by') && unreachable),
    inLine((line) => says(line, 'Could not fetch URL ', 'SSL') && unreachable),
    inLine((line) => says(line, 'Could not fetch URL ', 'connection error') && unreachable),
    anyOf(
      ['ReadTimeoutError', 'ConnectionResetError', 'IncompleteRead', 'incomplete-download', 'ProtocolError'],
      unreachable,
    ),
  ],
  git: [anyOf(["Cannot find command 'git'"], needsGit)],
  withoutBuilds: [
    inLine((line) => after(line, 'No matching distribution found for ', (rest) => hasNoWheel(firstWord(rest)))),
    anyOf(
      ['subprocess-exited-with-error', 'metadata-generation-failed', 'Resource temporarily unavailable'],
      buildsAreOff('A package must be built from source'),
    ),
  ],
  conflicts: [
    inLine(unsatisfied),
    inLine((line) => after(line, 'No matching distribution found for ', (rest) => isMissing(firstWord(rest)))),
    anyOf(['ResolutionImpossible', 'conflicting dependencies'], excluded),
  ],
  build: [
    collectedBeforeError,
    inLine((line) => after(line, 'Failed to build', lastNameIsUnbuilt)),
    inLine((line) => after(line, 'Failed building wheel for', lastNameIsUnbuilt)),
    anyOf(
      ['subprocess-exited-with-error', 'metadata-generation-failed', 'BackendUnavailable', 'build dependencies'],
      'A package could not be built; see the log.',
    ),
  ],
};

const npm: Reasons = {
  unmet: [
    notInRegistry,
    anyOf(['ERR_PNPM_FETCH_404'], 'The registry has no package of one of these names; see the log.'),
    noMatchingVersion,
  ],
  network: [inLine((line) => networkFault.test(line) && unreachable)],
  git: [anyOf(['spawn git ENOENT'], needsGit)],
  withoutBuilds: [],
  conflicts: [anyOf(['ERR_PNPM_PEER_DEP_ISSUES', 'ERESOLVE'], excluded)],
  build: [
    inLine(needsCompiler),
    inLine(failedScript),
    anyOf(['ELIFECYCLE'], 'A package could not be built; see the log.'),
  ],
};

const reasons: Record<PackageManager, Reasons> = { pip, npm };

/** Returns the sentence for a list whose packages need scripts. resources/installer/builds.py writes the line. */
export function skippedScripts(log: readonly string[]): string {
  const line = log.findLast((one) => one.startsWith(scriptsMark)) ?? scriptsMark;
  const names = line.slice(scriptsMark.length, scriptsMark.length + 300) || 'see the log';
  return buildsAreOff(`Packages of the list run scripts when they are installed (${names})`);
}

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

/** Applies a reason only if one of the others applies too. */
function ifAny(others: readonly Reason[], reason: Reason): Reason {
  return (log) => (others.some((other) => other(log) !== undefined) ? reason(log) : undefined);
}

function anyOf(parts: readonly string[], reason: string): Reason {
  return inLine((line) => parts.some((part) => line.includes(part)) && reason);
}

/** Returns true if the line contains the first part and, after it, the second. */
function says(line: string, first: string, second: string): boolean {
  return after(line, first, (rest) => (rest.includes(second) ? rest : undefined)) !== undefined;
}

/** Passes the rest of the line after the first occurrence of a text to `read`. */
function after(line: string, text: string, read: (rest: string) => string | undefined): string | undefined {
  const at = line.indexOf(text);
  return at === -1 ? undefined : read(line.slice(at + text.length));
}

function firstWord(text: string): string {
  return text.trimStart().split(/\s/, 1)[0] ?? '';
}

/** Names the last host that was refused: it is the nearest to the failure. */
function refusedHost(log: readonly string[]): string | undefined {
  const line = log.findLast((one) => refusedHostIn(one) !== undefined);
  return line === undefined ? undefined : explainRefusedHost(refusedHostIn(line) ?? '');
}

/** A connection to a blackhole route fails with EINVAL. pip names the host only when it gives up on a file. */
function sentToClosed(log: readonly string[]): string | undefined {
  const named = inLine((line) => {
    if (line.includes(blackHoleOfPip))
      return after(line, "(host='", (rest) => explainRefusedHost(rest.slice(0, Math.max(0, rest.indexOf("'")))));
    return after(line, 'connect EINVAL ', (rest) => explainRefusedHost(firstWord(rest).split(':', 1)[0] ?? ''));
  })(log);
  return named ?? anyOf([blackHoleOfPip], explainRefusedHost('another host'))(log);
}

const blackHoleOfPip = '[Errno 22] Invalid argument';

/** resources/installer/forwarder.py writes both lines. */
function ofProxy(log: readonly string[]): string | undefined {
  return inLine((line) => {
    if (!line.startsWith('The proxy ')) return undefined;
    if (line.includes(' could not be reached: ')) return `${line.slice(0, 300)}.`;
    return line.includes(' did not accept its user name and password') && `${line.slice(0, 300)}.`;
  })(log);
}

function unsatisfied(line: string): string | undefined {
  return after(line, 'Could not find a version that satisfies the requirement ', (rest) => {
    const requirement = firstWord(rest);
    return after(rest.slice(requirement.length), '(from versions: ', (list) => {
      const [versions = ''] = list.split(')', 1);
      if (versions === 'none') return isMissing(requirement);
      return `No version satisfies ${requirement}; available versions: ${versions}.`;
    });
  });
}

/** pip prints the name of a package before the output of its build. */
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
  const isUnmatched = (rest: string) => `No version satisfies ${firstWord(rest)}.`;
  return inLine((line) => after(line, 'No matching version found for ', isUnmatched))(log.slice(start));
}

const compilerMarks = ['gyp ERR!', 'node-gyp: Permission denied', 'node-gyp: not found'];

/** node-gyp compiles, and the installer has no compiler. pnpm prints the package before each line of its script. */
function needsCompiler(line: string): string | undefined {
  const name = compilerMarks.some((mark) => line.includes(mark)) ? packageOfLine(line) : undefined;
  return (
    name &&
    `The package ${name} must be compiled, and the installer has no compiler. Choose a version or a package that brings its compiled files.`
  );
}

/** Reads a line such as `.../node_modules/esbuild postinstall: Failed`. */
function failedScript(line: string): string | undefined {
  const name = line.includes(': Failed') ? packageOfLine(line) : undefined;
  return name === undefined ? undefined : isUnbuilt(name);
}

function packageOfLine(line: string): string | undefined {
  return after(line, 'node_modules/', (rest) => {
    const [first = '', second = ''] = firstWord(rest).split('/', 2);
    const name = first.startsWith('@') ? `${first}/${second}` : first;
    return name.replace(/:$/, '');
  });
}
