import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { InputFile } from '../../src-shared/contracts/execute-request.ts';
import { isExecutable } from '../input/is-executable.ts';
import { readBytes } from '../input/read-text.ts';
import type { Reporter } from '../output/reporter.ts';
import { collectFolder } from './collect-folder.ts';
import { inputFileOf, readCollected } from './input-file.ts';

const shownNotes = 10;

type Notes = Pick<Reporter, 'say' | 'isJson'>;

/**
 * Reads the files and folders of `--file PATH[=NAME]`. A folder keeps its name, unless the path ends with `/.`.
 * @throws CliError
 */
export function readGivenFiles(flags: readonly string[], reporter: Notes): InputFile[] {
  return flags.flatMap((flag) => {
    const cut = flag.indexOf('=');
    const path = cut === -1 ? flag : flag.slice(0, cut);
    const found = statSync(path, { throwIfNoEntry: false });
    const name = cut === -1 ? nameOf(path) : flag.slice(cut + 1);
    if (found?.isDirectory()) return readFolder(path, name === '.' ? '' : name, reporter);
    return [
      inputFileOf({ path: name, content: readBytes(path), isExecutable: found !== undefined && isExecutable(found) }),
    ];
  });
}

/** Reports at most ten notes, and the number of the others. With `--json`, stderr has errors only. */
export function sayNotes(notes: readonly string[], reporter: Notes): void {
  if (reporter.isJson) return;
  for (const note of notes.slice(0, shownNotes)) reporter.say(`strongroom: ${note}`);
  if (notes.length > shownNotes) reporter.say(`strongroom: ${notes.length - shownNotes} more files were left out`);
}

/** `folder/.` is the content of a folder, as for cp and docker cp. */
function nameOf(path: string): string {
  return /(?:^|[/\\])\.$/.test(path) ? '.' : basename(resolve(path));
}

function readFolder(folder: string, name: string, reporter: Notes): InputFile[] {
  const { files, notes } = collectFolder(folder);
  sayNotes(notes, reporter);
  const prefix = name === '' ? '' : `${name}/`;
  return files.map((file) =>
    inputFileOf({ path: prefix + file.path, content: readCollected(file), isExecutable: file.isExecutable }),
  );
}
