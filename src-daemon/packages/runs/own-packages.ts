import { satisfies, validRange } from '@renovatebot/pep440';
import { InlinePackagesError, inlineLimits } from '../../../src-shared/formats/inline-packages/inline-packages.ts';
import { readInlinePackages } from '../../../src-shared/formats/inline-packages/read-inline-packages.ts';
import {
  evaluateMarker,
  type MarkerEnvironment,
  sandboxMarkers,
} from '../../../src-shared/formats/requirements/marker.ts';
import { readRequirement } from '../../../src-shared/formats/requirements/requirement.ts';
import type { PackageManager } from '../../egress/index-hosts.ts';
import { AppError } from '../../errors/app-error.ts';
import { invalidField } from '../../errors/repeated-errors.ts';
import { type CheckedPackage, checkPackage } from '../package-rules.ts';

interface OwnInput {
  code: string;
  named: readonly string[];
  manager: PackageManager;
  /** Version of Python in the sandbox; null if it is not known. */
  pythonVersion: string | null;
}

/**
 * Returns the packages that a request names, sorted by name.
 * @throws AppError `invalid_request`, which names the entry
 */
export function readNamed({ named, manager, pythonVersion }: Omit<OwnInput, 'code'>): CheckedPackage[] {
  const found = new Map<string, CheckedPackage>();
  for (const [index, text] of named.entries()) {
    const path = `withPackages[${index}]`;
    const one = messageOf(
      () => checkOne(text, { manager, pythonVersion }),
      (message) => invalidField(path, message),
    );
    if (one === undefined) continue;
    if (found.has(one.name)) throw invalidField(path, 'names a package for the second time');
    found.set(one.name, one);
  }
  return sorted(found);
}

/**
 * Returns the packages that the code declares, sorted by name.
 * @throws AppError `invalid_request`, which names the line
 */
export function readDeclared({ code, manager, pythonVersion }: Omit<OwnInput, 'named'>): CheckedPackage[] {
  const found = new Map<string, CheckedPackage>();
  const refused = (line: number, message: string) =>
    invalidField('code', `declares its packages in a way that cannot be used: line ${line} ${message}`);
  try {
    const { packages, requiresPython } = readInlinePackages(manager, code);
    if (requiresPython !== undefined) requirePython(requiresPython, pythonVersion);
    for (const { line, text } of packages) {
      const one = messageOf(
        () => checkOne(text, { manager, pythonVersion }),
        (message) => refused(line, `names ${JSON.stringify(text.slice(0, shownCharacters))}, which ${message}`),
      );
      if (one === undefined) continue;
      if (found.has(one.name)) throw refused(line, `names ${one.name} for the second time`);
      found.set(one.name, one);
    }
  } catch (error) {
    if (error instanceof InlinePackagesError) throw refused(error.line, error.message);
    throw error;
  }
  return sorted(found);
}

/** Returns true if the code declares packages, also in a way that cannot be read. */
export function declaresPackages({ manager }: Pick<OwnInput, 'manager'>, code: string): boolean {
  try {
    return readInlinePackages(manager, code).packages.length > 0;
  } catch (error) {
    if (error instanceof InlinePackagesError) return true;
    throw error;
  }
}

const shownCharacters = 100;
const longestEntry = inlineLimits.entryCharacters;

/** Returns undefined if a marker excludes the package from the Python of a sandbox. @throws SyntaxError, AppError */
function checkOne(
  text: string,
  { manager, pythonVersion }: Pick<OwnInput, 'manager' | 'pythonVersion'>,
): CheckedPackage | undefined {
  if (text.length > longestEntry) throw new SyntaxError(`is longer than ${longestEntry} characters`);
  if (manager === 'npm') return checkPackage(manager, { name: text });
  const { marker, ...spec } = readRequirement(text);
  if (marker !== undefined && !applies(marker, sandboxMarkers(pythonVersion))) return undefined;
  return checkPackage(manager, spec);
}

/** A marker about a value that is not known applies. */
function applies(marker: string, environment: MarkerEnvironment): boolean {
  try {
    return evaluateMarker(marker, environment) !== false;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`has a marker that ${error.message}`, { cause: error });
  }
}

/** Turns the message about a package into an error about its place in the request. */
function messageOf<T>(check: () => T, refused: (message: string) => AppError): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof SyntaxError) throw refused(error.message);
    const [issue] = error instanceof AppError ? (error.details ?? []) : [];
    if (issue === undefined) throw error;
    throw refused(issue.message);
  }
}

function requirePython({ line, range }: { line: number; range: string }, version: string | null): void {
  const plain = range.replaceAll(/\s/g, '');
  if (plain.length > longestEntry || !validRange(plain))
    throw new InlinePackagesError(line, 'has a requires-python that is not a version range (PEP 440)');
  if (version !== null && !satisfies(version, plain, { prereleases: true }))
    throw new InlinePackagesError(
      line,
      `requires Python ${range.slice(0, shownCharacters)}, but the sandbox has ${version}`,
    );
}

function sorted(found: ReadonlyMap<string, CheckedPackage>): CheckedPackage[] {
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
