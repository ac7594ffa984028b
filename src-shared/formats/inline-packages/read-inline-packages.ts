import { type InlinePackages, nothingInline } from './inline-packages.ts';
import { readNpmPins } from './npm-pins.ts';
import { readPythonHeader } from './python-header.ts';

/**
 * Reads the packages that code declares for itself, by the package manager of its language.
 * @throws InlinePackagesError
 */
export function readInlinePackages(packageManager: string | null, code: string): InlinePackages {
  if (packageManager === 'pip') return readPythonHeader(code);
  return packageManager === 'npm' ? readNpmPins(code) : nothingInline;
}
