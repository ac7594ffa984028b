import { z } from 'zod';
import { logicalLines } from './logical-lines.ts';
import type { ListedPackage, ListProblem, PackageListFile } from './read-requirements.ts';

const Dependencies = z.record(z.string(), z.string()).optional();
const PackageJson = z.object({
  dependencies: Dependencies,
  devDependencies: Dependencies,
  optionalDependencies: Dependencies,
  peerDependencies: Dependencies,
  overrides: z.unknown().optional(),
  resolutions: z.unknown().optional(),
});
/** Fields whose packages are read. The last one wins. */
const fields = ['peerDependencies', 'optionalDependencies', 'devDependencies', 'dependencies'] as const;
const notRegistry = 'is not from the registry';

/** Reads a `package.json`: its dependencies, also optional, peer and development ones. Problems name the line. */
export function readPackageJson(text: string): PackageListFile {
  const parsed = PackageJson.safeParse(parseJson(text));
  const problems: ListProblem[] = [];
  if (!parsed.success) {
    const message = 'package.json is not valid JSON with lists of dependencies';
    return { packages: [], problems: [{ line: 1, text: '', message, isRefused: true }] };
  }
  const lineOf = createLineFinder(text);
  const found = new Map<string, ListedPackage>();
  for (const field of fields)
    for (const [name, range] of Object.entries(parsed.data[field] ?? {})) {
      const line = lineOf(field, name);
      if (/[:/]/.test(range)) problems.push({ line, text: `${name} ${range}`, message: notRegistry, isRefused: true });
      else found.set(name, { line, name, ...(!/^(?:\*|latest|)$/.test(range) && { version: range }) });
    }
  for (const field of ['overrides', 'resolutions'] as const) {
    if (parsed.data[field] === undefined) continue;
    const message = 'is not applied: a list has no rules for the packages that its packages need';
    problems.push({ line: lineOf(field), text: field, message, isRefused: false });
  }
  return { packages: [...found.values()], problems };
}

/** Reads a list with one npm package in each line: `name`, `name@range`. */
export function readNpmList(text: string): PackageListFile {
  const found = new Map<string, ListedPackage>();
  const problems: ListProblem[] = [];
  for (const { line, text: content } of logicalLines(text)) {
    const start = content.lastIndexOf('@');
    const name = start < 1 ? content : content.slice(0, start);
    if (/:|\s/.test(content) || /^[./~]/.test(content))
      problems.push({ line, text: content.slice(0, 120), message: notRegistry, isRefused: true });
    else found.set(name, { line, name, ...(start >= 1 && { version: content.slice(start + 1) }) });
  }
  return { packages: [...found.values()], problems };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** Returns a function that finds the line of a name after the one of its field. */
function createLineFinder(text: string): (field: string, name?: string) => number {
  const lines = new Map<string, number>();
  let field = '';
  for (const [index, line] of text.split('\n').entries())
    for (const [, key = ''] of line.matchAll(/"([^"\\]{1,214})"\s{0,8}:/g)) {
      if ([...fields, 'overrides', 'resolutions'].some((one) => one === key)) field = key;
      const id = `${field} ${key}`;
      if (!lines.has(id)) lines.set(id, index + 1);
    }
  return (of, name = of) => lines.get(`${of} ${name}`) ?? 1;
}
