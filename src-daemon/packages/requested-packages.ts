import {
  defaultPackageLanguage,
  type PackageEntry,
  type PackageInput,
  type PackageSpec,
} from '../../src-shared/contracts/packages.contract.ts';
import type { PackageManager } from '../egress/index-hosts.ts';
import { invalidField } from '../errors/repeated-errors.ts';
import { checkPackage } from './package-rules.ts';
import { isSame, type RequestedPackage } from './replace-lists.ts';

/** Language with a package list. Languages that share a list have the same id here. */
export interface PackageLanguage {
  id: string;
  manager: PackageManager;
}

/** Finds a language by its id or alias. @throws AppError `unknown_language`, `packages_not_supported` */
export type RequireLanguage = (name: string) => PackageLanguage;

interface CheckOptions {
  requireLanguage: RequireLanguage;
  /** Language of the entries that name none. */
  language?: string | undefined;
}

/** Checks a request for one package or several. @throws AppError `invalid_request` and those of `requireLanguage` */
export function checkInput(input: PackageInput, requireLanguage: RequireLanguage): RequestedPackage[] {
  const { packages, name = '', language, version } = input;
  if (packages !== undefined) return checkEntries(packages, { requireLanguage, language });
  return [check({ language, name, version }, { requireLanguage, path: '' })];
}

/** Checks the packages of a list, each of which it may contain once. @throws AppError as `checkInput` */
export function checkEntries(entries: readonly PackageEntry[], options: CheckOptions): RequestedPackage[] {
  const requested = entries.map((entry, index) => {
    const spec = typeof entry === 'string' ? { name: entry } : entry;
    const language = spec.language ?? options.language;
    return check({ ...spec, language }, { ...options, path: `packages[${index}]` });
  });
  refuseDuplicates(requested);
  return requested;
}

function check(spec: PackageSpec, { requireLanguage, path }: CheckOptions & { path: string }): RequestedPackage {
  const { id, manager } = requireLanguage(spec.language ?? defaultPackageLanguage);
  return { language: id, ...checkPackage(manager, spec, path) };
}

function refuseDuplicates(requested: readonly RequestedPackage[]): void {
  const twice = requested.findIndex((row, index) => requested.slice(0, index).some((earlier) => isSame(earlier, row)));
  if (twice === -1) return;
  throw invalidField(`packages[${twice}].name`, 'is in the list twice');
}
