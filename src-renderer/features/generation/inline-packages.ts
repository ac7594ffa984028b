import { InlinePackagesError } from '../../../src-shared/formats/inline-packages/inline-packages.ts';
import { readInlinePackages } from '../../../src-shared/formats/inline-packages/read-inline-packages.ts';

/** Returns the packages that code declares, as written, or why they cannot be read. */
export function inlinePackagesOf(
  packageManager: string | null,
  code: string,
): {
  names: string[];
  problem?: string;
} {
  try {
    return { names: readInlinePackages(packageManager, code).packages.map(({ text }) => text) };
  } catch (error) {
    if (error instanceof InlinePackagesError) return { names: [], problem: `line ${error.line} ${error.message}` };
    throw error;
  }
}
