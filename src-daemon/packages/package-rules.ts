import { validRange } from '@renovatebot/pep440';
import semver from 'semver';
import validateNpmName from 'validate-npm-package-name';
import { packageLimits } from '../../src-shared/contracts/packages.contract.ts';
import { isHash } from '../../src-shared/formats/requirements/requirement.ts';
import { encodeRequirement } from '../engine/package-requirement.ts';
import { invalidField } from '../errors/repeated-errors.ts';

export type PackageManager = 'pip' | 'npm';

/** Package with a valid name and range. Neither can be mistaken for an option, a path or an address. */
export interface CheckedPackage {
  /** Normalized name, as the ecosystem compares names. */
  name: string;
  /** Range, extras and hashes, as `encodeRequirement` writes them; null: any version. */
  requested: string | null;
}

interface Input {
  name: string;
  version?: string | undefined;
  extras?: readonly string[] | undefined;
  hashes?: readonly string[] | undefined;
}

/**
 * Checks a requested package before anything is installed.
 * @throws AppError `invalid_request`, which names the field under `path`
 */
export function checkPackage(manager: PackageManager, input: Input, path = ''): CheckedPackage {
  const { name, version, extras: named } = { ...input, ...rules[manager].split(input) };
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  const checkedName = rules[manager].name(name);
  if (checkedName === undefined) throw invalidField(at('name'), rules[manager].nameRule);
  const range = version === undefined ? '' : rules[manager].range(version.trim());
  if (range === undefined) throw invalidField(at('version'), rules[manager].rangeRule);
  const extras = checkExtras(manager, [...(named ?? []), ...(input.extras ?? [])], at('extras'));
  const hashes = checkHashes(manager, { hashes: input.hashes ?? [], range }, at);
  return { name: checkedName, requested: encodeRequirement({ range, extras, hashes }) || null };
}

function checkExtras(manager: PackageManager, extras: readonly string[], path: string): string[] {
  if (manager !== 'pip' && extras.length > 0) throw invalidField(path, 'exist for Python packages only');
  const names = extras.map((extra) => rules.pip.name(extra));
  if (names.includes(undefined)) throw invalidField(path, 'must be names of extras (PEP 508)');
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

/** The installer checks hashes of exact versions only. */
function checkHashes(
  manager: PackageManager,
  { hashes, range }: { hashes: readonly string[]; range: string },
  at: (field: string) => string,
): string[] {
  if (hashes.length === 0) return [];
  if (manager !== 'pip') throw invalidField(at('hashes'), 'exist for Python packages only');
  const normal = hashes.map((hash) => hash.toLowerCase());
  if (!normal.every(isHash))
    throw invalidField(at('hashes'), 'must be sha256:, sha384: or sha512: and the digest in hexadecimal digits');
  if (!/^===?[^*,]+$/.test(range))
    throw invalidField(at('version'), 'must be an exact version, because hashes are given');
  return [...new Set(normal)].toSorted();
}

/** Returns the name as stored in a list, for a name that a caller sent; undefined if it is invalid. */
export function normalizeName(manager: PackageManager, name: string): string | undefined {
  return rules[manager].name(name);
}

interface Rule {
  /** Splits a name that includes a version or extras: `name[extra]==1.2`, `name@1.2`. */
  split(input: Input): Pick<Input, 'name' | 'version' | 'extras'>;
  name(name: string): string | undefined;
  nameRule: string;
  range(version: string): string | undefined;
  rangeRule: string;
}

const rules: Record<PackageManager, Rule> = {
  pip: {
    split: ({ name: text, version }) => {
      const start = version === undefined ? text.search(/[=<>!~]/) : -1;
      const head = (start < 1 ? text : text.slice(0, start)).trim();
      const [, name = head, extras] = /^([^[\]]*)\[([^[\]]*)\]$/.exec(head) ?? [];
      return {
        name: name.trim(),
        ...(start >= 1 && { version: text.slice(start) }),
        ...(extras !== undefined && { extras: extras.split(',').map((extra) => extra.trim()) }),
      };
    },
    // PEP 508 defines the characters; PEP 503 defines when two names are equal.
    name: (name) =>
      /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(name) && name.length <= packageLimits.nameCharacters
        ? name.toLowerCase().replace(/[-_.]+/g, '-')
        : undefined,
    nameRule:
      'must be a package name (PEP 508): letters, digits, . _ and -, with extras in brackets, without addresses or options',
    range: (version) => {
      const range = /^[0-9]/.test(version) ? `==${version}` : version;
      return range !== '' && /^[A-Za-z0-9.*+!<>=~, _-]+$/.test(range) && validRange(range) ? range : undefined;
    },
    rangeRule: 'must be a version or a version range (PEP 440), such as 2.31.0 or >=2,<3',
  },
  npm: {
    split: ({ name, version }) => {
      const start = version === undefined ? name.lastIndexOf('@') : -1;
      return start < 1 ? { name } : { name: name.slice(0, start), version: name.slice(start + 1) };
    },
    // Old packages can have capital letters, unlike new ones. Both contain only letters, digits and .-_~.
    name: (name) =>
      validateNpmName(name).validForOldPackages && /^(?:@[a-z0-9~][\w.~-]*\/)?[A-Za-z0-9~][\w.~-]*$/.test(name)
        ? name
        : undefined,
    nameRule: 'must be a package name of the npm registry: name or @scope/name, without addresses, paths or options',
    range: (version) =>
      version !== '' && /^[A-Za-z0-9.*+<>=~^| _-]+$/.test(version) && semver.validRange(version) !== null
        ? version
        : undefined,
    rangeRule: 'must be a version or a version range (semver), such as 4.17.21 or ^4.17',
  },
};
