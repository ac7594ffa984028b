import { readNpmList, readPackageJson } from './read-package-json.ts';
import { type PackageListFile, type RequirementsOptions, readRequirements } from './read-requirements.ts';

/** Largest file that is read, in characters. */
const maxCharacters = 4 * 1024 * 1024;

/** Reads a list of packages: for pip a `requirements.txt`, for npm a `package.json` or one package in each line. */
export function readPackageList(manager: string, text: string, options: RequirementsOptions): PackageListFile {
  if (text.length > maxCharacters) {
    const message = `the file has more than ${maxCharacters} characters`;
    return { packages: [], problems: [{ line: 1, text: '', message, isRefused: true }] };
  }
  if (manager === 'pip') return readRequirements(text, options);
  return text
    .trimStart()
    .replace(/^\ufeff/, '')
    .startsWith('{')
    ? readPackageJson(text)
    : readNpmList(text);
}
