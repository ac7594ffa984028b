import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isLanguageId } from '../../../../src-shared/formats/file-language.ts';
import { CliError } from '../../../cli-error.ts';
import { suggestSimilar } from '../../../suggestions/similar-names.ts';

const namesRead = 2000;

/** Checks that the program of `run` exists. @throws CliError `file_error` with the likely intention */
export function requireProgram(path: string): void {
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
