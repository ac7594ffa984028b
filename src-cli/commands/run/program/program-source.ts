import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';
import { listLanguages } from '../../../../src-shared/contracts/languages.contract.ts';
import { isLanguageId } from '../../../../src-shared/formats/file-language.ts';
import { CliError } from '../../../cli-error.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { isFolder } from '../../../input/is-folder.ts';
import { readAllText, readText } from '../../../input/read-text.ts';
import { collectFolder } from '../../../project/collect-folder.ts';
import { findLanguage } from '../../../project/find-language.ts';
import { sayNotes } from '../../../project/given-files.ts';
import { readProject } from '../../../project/read-project.ts';
import { suggestSimilar } from '../../../suggestions/similar-names.ts';
import type { Tools } from '../../../toolbox.ts';

const namesRead = 2000;

/** The parts of a request that the program determines. */
export type Program = Pick<ExecuteRequest, 'language' | 'code' | 'entry' | 'files' | 'name'>;

/** Reads what is on this machine, and returns a function that asks the daemon for the language. @throws CliError */
export type ReadProgram = () => Promise<(client: ApiClient) => Promise<Program>>;

interface SourceOptions {
  /** The file or folder, or `-` for stdin. */
  path: string;
  language: string | undefined;
  entry: string | undefined;
  /** Folder of the results, which is not a part of the program. */
  except: string | undefined;
}

/** Returns how the program of `run` is read. @throws CliError `usage` for `--entry` without a folder */
export function programSource(tools: Tools, options: SourceOptions): ReadProgram {
  const { path, language, entry } = options;
  if (path !== '-' && isFolder(path)) return () => readFolder(tools, options);
  if (entry !== undefined)
    throw new CliError('usage', `--entry names the program in a folder, and ${path} is not a folder.`);
  return async () => {
    if (path !== '-') requireProgram(path);
    const code = path === '-' ? await readAllText(tools.surroundings.stdin) : readText(path);
    const named = path === '-' ? {} : { ...entryOf(path), ...namedAs(path) };
    return async (client) => ({ code, language: language ?? (await findLanguage(client, path, code)), ...named });
  };
}

/** JSX is read as such in a file with its own ending only. */
function entryOf(path: string): Pick<Program, 'entry'> {
  return /\.tsx$/i.test(path) ? { entry: 'main.tsx' } : {};
}

async function readFolder({ reporter }: Tools, { path: folder, language, entry, except }: SourceOptions) {
  const collected = collectFolder(folder, { except });
  sayNotes(collected.notes, reporter);
  return async (client: ApiClient): Promise<Program> => {
    const { languages } = await client.call(listLanguages, {});
    const program = readProject({ folder, collected, languages, language, entry });
    return { ...program, ...namedAs(resolve(folder), program.entry) };
  };
}

/** Returns the name that the history shows: the last part of the path, and the program in a folder. */
function namedAs(path: string, entry?: string): Pick<Program, 'name'> {
  const name = [basename(path), ...(entry === undefined ? [] : [entry])].join('/');
  return name === '' ? {} : { name: name.slice(0, 160).toWellFormed() };
}

/** Checks that the program of `run` exists. @throws CliError `file_error` with the likely intention */
function requireProgram(path: string): void {
  if (existsSync(path)) return;
  throw new CliError('file_error', `There is no file ${path}. ${adviceFor(path)}`);
}

function adviceFor(path: string): string {
  if (/[\s();]/.test(path)) return 'Run a line of code with: strongroom exec LANGUAGE CODE';
  if (isLanguageId(path.toLowerCase()))
    return `For a line of code: strongroom exec ${path} CODE. For a session: strongroom repl ${path}`;
  const similar = suggestSimilar(basename(path), namesIn(dirname(path)));
  return similar === '' ? 'A script of the vault is named vault:NAME, and `-` reads code from stdin.' : similar;
}

/** Names with spaces are left out, because the suggestions are those of commands. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .slice(0, namesRead)
      .filter((name) => !/^[-.]|\s/.test(name));
  } catch {
    return [];
  }
}
