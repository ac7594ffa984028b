/** Limits of the packages that code declares for itself. */
export const inlineLimits = {
  packages: 50,
  /** Maximum length of one package with its version, in characters. */
  entryCharacters: 1000,
  /** Maximum length of a header, in characters. */
  headerCharacters: 32 * 1024,
} as const;

/** A package that code declares for itself. */
export interface InlinePackage {
  /** Number of its line in the code, from 1. */
  line: number;
  /** As written: `requests>=2.31`, `lodash@4.17.21`. */
  text: string;
}

export interface InlinePackages {
  packages: InlinePackage[];
  /** Versions of Python that the code requires (PEP 440), with the number of the line. */
  requiresPython?: { line: number; range: string };
}

/** The code declares its packages in a way that cannot be read. */
export class InlinePackagesError extends Error {
  override readonly name = 'InlinePackagesError';
  /** Number of the line in the code, from 1. */
  readonly line: number;

  /** @param message completes a sentence whose subject is the line */
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Code that declares nothing. */
export const nothingInline: InlinePackages = { packages: [] };

/** @throws InlinePackagesError if there are too many */
export function requireFewPackages(packages: readonly InlinePackage[]): void {
  const over = packages[inlineLimits.packages];
  if (over !== undefined)
    throw new InlinePackagesError(over.line, `names more than ${inlineLimits.packages} packages, the maximum`);
}
