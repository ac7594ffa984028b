import { z } from 'zod';

/** A skipped line of a pasted list and the reason, which is shown after the line. */
export interface SkippedLine {
  text: string;
  reason: string;
}

export interface ReadList {
  /** The packages to request, each name once; the last line counts. */
  packages: { name: string; version?: string }[];
  skipped: SkippedLine[];
}

const Dependencies = z.record(z.string(), z.string()).optional();
const PackageJson = z.object({
  dependencies: Dependencies,
  devDependencies: Dependencies,
  optionalDependencies: Dependencies,
});

/**
 * Reads a pasted list: one package per line as in `requirements.txt`, or for npm also a `package.json`. Only lines that
 * cannot be a package are skipped; the daemon validates names and ranges.
 */
export function readPackageList(manager: string, text: string): ReadList {
  const trimmed = text.trim();
  if (manager === 'npm' && trimmed.startsWith('{')) return readPackageJson(trimmed);
  return readLines(manager, trimmed);
}

function readPackageJson(text: string): ReadList {
  const parsed = PackageJson.safeParse(parseJson(text));
  if (!parsed.success)
    return {
      packages: [],
      skipped: [{ text: 'package.json', reason: 'is not valid JSON with lists of dependencies' }],
    };
  const { dependencies, devDependencies, optionalDependencies } = parsed.data;
  const list: ReadList = { packages: [], skipped: [] };
  for (const [name, range] of Object.entries({ ...optionalDependencies, ...devDependencies, ...dependencies })) {
    if (/[:/]/.test(range)) list.skipped.push({ text: `${name} ${range}`, reason: 'is not from the registry' });
    else list.packages.push(/^(?:\*|latest|)$/.test(range) ? { name } : { name, version: range });
  }
  return list;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readLines(manager: string, text: string): ReadList {
  const found = new Map<string, { name: string }>();
  const skipped: SkippedLine[] = [];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const spec = line
      .split(/(?:^|\s)#/, 1)
      .join('')
      .trim();
    if (spec === '') continue;
    const reason = manager === 'pip' ? pipSkipReason(spec) : npmSkipReason(spec);
    if (reason !== undefined) skipped.push({ text: spec, reason });
    const name =
      manager === 'pip'
        ? spec
            .split(/\s--|;/, 1)
            .join('')
            .trim()
        : spec;
    if (reason === undefined || reason === markerReason) found.set(normalizedName(name), { name });
  }
  return { packages: [...found.values()], skipped };
}

const markerReason = 'is added without its condition';

function pipSkipReason(line: string): string | undefined {
  if (line.startsWith('-')) return 'is an option of pip';
  if (/\s@\s|:\/\//.test(line) || /^[./]/.test(line)) return 'is not from the package index';
  if (/^[\w.-]+\s*\[/.test(line)) return 'requests extras, which a list does not support';
  return line.includes(';') ? markerReason : undefined;
}

function npmSkipReason(line: string): string | undefined {
  return /:\/\/|^[./]/.test(line) ? 'is not from the registry' : undefined;
}

/** Returns a package name without its version, normalized so that equivalent spellings are equal. */
export function normalizedName(line: string): string {
  // The scope of an npm package also starts with @.
  const [rest = ''] = line.slice(1).split(/[@=<>!~\s]/, 1);
  return (line.slice(0, 1) + rest).toLowerCase().replace(/[-_.]+/g, '-');
}
