import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import { languageOfFile } from '../../src-shared/formats/file-language.ts';
import { CliError } from '../cli-error.ts';
import { decodeText } from '../input/read-text.ts';
import type { CollectedFolder } from './collected.ts';
import { type EntryLanguage, findEntry } from './find-entry.ts';
import { inputFileOf, readCollected } from './input-file.ts';

interface ProjectOptions {
  /** As the user named it. */
  folder: string;
  collected: CollectedFolder;
  languages: readonly (EntryLanguage & { aliases: readonly string[] })[];
  /** Id or alias of the language that the user named. */
  language: string | undefined;
  /** Path of the program in the folder that the user named. */
  entry: string | undefined;
}

/** The program of a folder with its other files, as the API takes it. */
export type Project = Required<Pick<ExecuteRequest, 'language' | 'code' | 'files'>> & Pick<ExecuteRequest, 'entry'>;

/** Finds the program of a folder and reads all its files. @throws CliError */
export function readProject({ folder, collected, languages, language, entry }: ProjectOptions): Project {
  const byPath = new Map(collected.files.map((file) => [file.path, file]));
  const contentOf = (path: string) => {
    const file = byPath.get(path);
    return file === undefined ? undefined : readCollected(file);
  };
  const read = (path: string) => decodeText(contentOf(path) ?? new Uint8Array(), join(folder, path));
  const known = languages.find(({ id, aliases }) => [id, ...aliases].some((name) => name === language?.toLowerCase()));
  // The daemon names the languages that it has.
  const named = language === undefined ? undefined : (known?.id ?? language);
  const paths = new Set(byPath.keys());
  const path =
    entry === undefined
      ? findEntry({ folder, paths, languages, language: known?.id, read })
      : namedEntry(folder, entry, paths);
  const code = read(path);
  const found = named ?? languageOfFile(languages, { name: path, code });
  if (found === undefined)
    throw new CliError('usage', `The language of ${join(folder, path)} is unknown. Name it with --language.`);
  const files = collected.files.filter((file) => file.path !== path);
  return {
    language: found,
    code,
    // At its usual path, a program starts in an interpreter that waits for it.
    ...(!isDefaultPath(path, languages) && { entry: path }),
    files: files.map((file) => inputFileOf({ ...file, content: readCollected(file) })),
  };
}

function isDefaultPath(path: string, languages: readonly EntryLanguage[]): boolean {
  return languages.some(({ fileExtension }) => path === `main${fileExtension}`);
}

function namedEntry(folder: string, entry: string, paths: ReadonlySet<string>): string {
  const path = posix.normalize(entry.replaceAll('\\', '/'));
  if (path.startsWith('/') || path === '..' || path.startsWith('../'))
    throw new CliError(
      'usage',
      `--entry must be a path in ${folder}, such as src/app.py, not ${JSON.stringify(entry)}.`,
    );
  if (paths.has(path)) return path;
  const exists = lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;
  const reason = exists
    ? `is not copied, because of a .gitignore or .strongroomignore. Include it with the line !/${path} in ${join(folder, '.strongroomignore')}`
    : `does not exist in ${folder}. Name it relative to the folder`;
  throw new CliError('file_error', `The program ${path} ${reason}.`);
}
