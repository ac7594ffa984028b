import { posix } from 'node:path';
import { defaultEntries } from '../../src-shared/formats/default-entries.ts';
import { CliError } from '../cli-error.ts';

export interface EntryLanguage {
  id: string;
  fileExtension: string;
}

interface EntryQuery {
  /** As the user named it. */
  folder: string;
  /** Paths of the files that are copied. */
  paths: ReadonlySet<string>;
  languages: readonly EntryLanguage[];
  /** Id of the language that the user named. */
  language: string | undefined;
  /** Returns the text of a file that is copied. */
  read: (path: string) => string;
}

const manifest = 'package.json';

/**
 * Returns the path of the program in a folder, by the conventions of the languages: `main` of package.json, `main.py`,
 * `index.js`, `main.go`, …
 * @throws CliError `usage` if there is none, or one for each of several languages
 */
export function findEntry(query: EntryQuery): string {
  const { folder, paths, languages, language } = query;
  const searched = languages.filter(({ id }) => language === undefined || id === language);
  const hasManifest = searched.some(({ id }) => ['javascript', 'typescript'].includes(id));
  const named = hasManifest ? manifestMain(query) : undefined;
  const names = searched.map(({ id, fileExtension }) => defaultEntries[id] ?? [`main${fileExtension}`]);
  const byLanguage = names.flatMap((entries) => entries.find((path) => paths.has(path)) ?? []);
  const isScript = (path: string) => /\.[cm]?[jt]sx?$/.test(path);
  const found = named === undefined ? byLanguage : [named, ...byLanguage.filter((path) => !isScript(path))];
  const [entry] = found;
  if (entry === undefined) {
    const lookedFor = [...(hasManifest ? [`"main" of ${manifest}`] : []), ...names.flat()].join(', ');
    const message = `${folder} has no program that is known by its name. Looked for: ${lookedFor}.`;
    throw new CliError('usage', `${message} ${advice(folder)}`);
  }
  if (found.length > 1)
    throw new CliError('usage', `${folder} has several programs: ${found.join(', ')}. ${advice(folder)}`);
  return entry;
}

function advice(folder: string): string {
  return `Name the program before the folder: strongroom run --entry FILE ${folder}`;
}

/**
 * Resolves `main` as Node does: the path itself, with an extension, or the index of a folder. In a project of TypeScript it
 * usually names the result of a build, which is not copied: the source has the same name or is found by its own.
 */
function manifestMain({ folder, paths, read, language }: EntryQuery): string | undefined {
  if (!paths.has(manifest)) return undefined;
  const main = readMain(folder, read(manifest));
  if (main === undefined) return undefined;
  const path = posix.normalize(main).replace(/\/$/, '');
  const found = [path, `${path}.js`, posix.join(path, 'index.js')].find((candidate) => paths.has(candidate));
  if (found !== undefined) return found;
  const source = [path.replace(/js$/, 'ts'), ...(defaultEntries.typescript ?? [])].find((name) => paths.has(name));
  if (source !== undefined && language !== 'javascript') return source;
  throw new CliError(
    'usage',
    `"main" of ${folder}/${manifest} is ${JSON.stringify(main)}, which is not among the files that are copied. Build it, ` +
      `include it with a line such as !${path} in a file .strongroomignore, or use --entry FILE before the folder.`,
  );
}

function readMain(folder: string, text: string): string | undefined {
  try {
    const found: unknown = JSON.parse(text);
    const main = typeof found === 'object' && found !== null && 'main' in found ? found.main : undefined;
    return typeof main === 'string' && main !== '' ? main : undefined;
  } catch (cause) {
    throw new CliError('usage', `${folder}/${manifest} is not valid JSON. Correct it, or use --entry FILE.`, { cause });
  }
}
