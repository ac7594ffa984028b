import { validRange } from '@renovatebot/pep440';
import semver from 'semver';
import validateNpmName from 'validate-npm-package-name';
import { packageLimits } from '../../src-shared/contracts/packages.contract.ts';
import { invalidField } from '../core/repeated-errors.ts';

export type PackageManager = 'pip' | 'npm';

/** Package with a valid name and range. Neither can be mistaken for an option, a path or an address. */
export interface CheckedPackage {
  /** Normalized name, as the ecosystem compares names. */
  name: string;
  /** Version range in the syntax of the ecosystem; null: any version. */
  requested: string | null;
}

interface Input {
  name: string;
  version?: string | undefined;
}

/**
 * Checks a requested package before anything is installed.
 * @throws AppError `invalid_request`, which names the field under `path`
 */
export function checkPackage(manager: PackageManager, input: Input, path = ''): CheckedPackage {
  const { name, version } = input.version === undefined ? rules[manager].split(input.name) : input;
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  const checkedName = rules[manager].name(name);
  if (checkedName === undefined) throw invalidField(at('name'), rules[manager].nameRule);
  const requested = version === undefined ? null : rules[manager].range(version.trim());
  if (requested === undefined) throw invalidField(at('version'), rules[manager].rangeRule);
  return { name: checkedName, requested };
}

/** Returns the name as stored in a list, for a name that a caller sent; undefined if it is invalid. */
export function normalizeName(manager: PackageManager, name: string): string | undefined {
  return rules[manager].name(name);
}

interface Rule {
  /** Splits a name that includes a version: `name==1.2`, `name@1.2`. */
  split(text: string): Input;
  name(name: string): string | undefined;
  nameRule: string;
  range(version: string): string | undefined;
  rangeRule: string;
}

const rules: Record<PackageManager, Rule> = {
  pip: {
    split: (text) => {
      const start = text.search(/[=<>!~]/);
      return start < 1 ? { name: text } : { name: text.slice(0, start).trim(), version: text.slice(start) };
    },
    // PEP 508 defines the characters; PEP 503 defines when two names are equal.
    name: (name) =>
      /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(name) && name.length <= packageLimits.nameCharacters
        ? name.toLowerCase().replace(/[-_.]+/g, '-')
        : undefined,
    nameRule: 'must be a package name (PEP 508): letters, digits, . _ and -, without extras, addresses or options',
    range: (version) => {
      const range = /^[0-9]/.test(version) ? `==${version}` : version;
      return range !== '' && /^[A-Za-z0-9.*+!<>=~, _-]+$/.test(range) && validRange(range) ? range : undefined;
    },
    rangeRule: 'must be a version or a version range (PEP 440), such as 2.31.0 or >=2,<3',
  },
  npm: {
    split: (text) => {
      const start = text.lastIndexOf('@');
      return start < 1 ? { name: text } : { name: text.slice(0, start), version: text.slice(start + 1) };
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
