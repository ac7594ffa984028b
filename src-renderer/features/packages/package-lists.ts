import type { LanguageInfo } from '../../../src-shared/contracts/languages.contract.ts';
import type { PackageInfo, PackageSpec } from '../../../src-shared/contracts/packages.contract.ts';

/** One list of packages, with the languages that have it. */
export interface PackageListEntry {
  /** The language id of the list. */
  language: string;
  /** Names of the languages that use the list: `JavaScript and TypeScript`. */
  title: string;
  manager: string;
  /** Version of the language in a sandbox; null while it is not known. */
  languageVersion: string | null;
  packages: PackageInfo[];
}

/** Returns the package lists in the order of the languages. */
export function packageLists(languages: readonly LanguageInfo[], packages: readonly PackageInfo[]): PackageListEntry[] {
  return languages.flatMap(({ id, version, packageList, packageManager }) => {
    if (packageManager === null || packageList !== id) return [];
    const sharing = languages.filter((language) => language.packageList === id);
    return {
      language: id,
      title: sharing.map(({ name }) => name).join(' and '),
      manager: packageManager,
      languageVersion: version,
      packages: packages.filter(({ language }) => language === id),
    };
  });
}

/** Returns the package as it was requested. */
export function specOf({ language, name, requested, extras, hashes }: PackageInfo): PackageSpec {
  const version = requested === null ? {} : { version: requested };
  return { language, name, ...version, ...(extras && { extras }), ...(hashes && { hashes }) };
}
