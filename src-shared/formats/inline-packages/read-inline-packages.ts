import { type InlinePackage, type InlinePackages, nothingInline, requireFewPackages } from './inline-packages.ts';
import { readPythonHeader } from './python-header.ts';

const pins = /^\/\/\s{0,20}npm:/;

/**
 * Reads the packages that code declares for itself, by the package manager of its language.
 * @throws InlinePackagesError
 */
export function readInlinePackages(packageManager: string | null, code: string): InlinePackages {
  if (packageManager === 'pip') return readPythonHeader(code);
  return packageManager === 'npm' ? readNpmPins(code) : nothingInline;
}

/**
 * Reads the packages of a JavaScript or TypeScript program from the comments at its beginning: `// npm: lodash@4.17.21 zod@^4`.
 * Only `//` comments, empty lines and a `#!` line can precede them. Time is linear in the length.
 * @throws InlinePackagesError
 */
function readNpmPins(code: string): InlinePackages {
  if (!code.includes('npm:')) return nothingInline;
  const packages: InlinePackage[] = [];
  for (const { line, text } of firstComments(code)) {
    const start = pins.exec(text)?.[0].length;
    if (start === undefined) continue;
    for (const name of text.slice(start).split(/[\s,]/)) if (name !== '') packages.push({ line, text: name });
    requireFewPackages(packages);
  }
  return { packages };
}

/** Yields the `//` comments before the first line of code. */
function* firstComments(code: string): Generator<{ line: number; text: string }> {
  let from = 0;
  for (let line = 1; from < code.length; line++) {
    const found = code.indexOf('\n', from);
    const until = found === -1 ? code.length : found;
    const text = code.slice(from, until).trim();
    if (text.startsWith('//')) yield { line, text };
    else if (text !== '' && !(line === 1 && text.startsWith('#!'))) return;
    from = until + 1;
  }
}
