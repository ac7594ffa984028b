import type { LanguageInfo } from '../../../../../src-shared/contracts/languages.contract.ts';
import { defaultEntries } from '../../../../../src-shared/formats/default-entries.ts';
import { languageOfFile } from '../../../../../src-shared/formats/file-language.ts';
import { isUntouched } from '../../samples/samples.ts';
import type { DraftFile } from '../option-fields.ts';
import type { RunDraft } from '../run-draft.ts';

/** The program of a run with its other files: the code of the editor, and its path among them. */
export type ProgramDraft = Pick<RunDraft, 'language' | 'code' | 'entry' | 'files'>;

type Languages = readonly Pick<LanguageInfo, 'id' | 'aliases' | 'fileExtension'>[];

/** Returns the path at which a run puts the code of the editor. */
export function programPath({ language, entry }: Pick<RunDraft, 'language' | 'entry'>, languages: Languages): string {
  const extension = languages.find(({ id }) => id === language)?.fileExtension ?? '';
  return entry ?? `${language === 'java' ? 'Main' : 'main'}${extension}`;
}

/** Returns the paths of files that can be programs: those with which a project usually begins first, then by their names. */
export function programsIn(paths: readonly string[], languages: Languages): string[] {
  const entries = languages.flatMap(({ id, fileExtension }) => defaultEntries[id] ?? [`main${fileExtension}`]);
  const rank = (path: string) => (entries.includes(path) ? entries.indexOf(path) : entries.length);
  const known = paths.filter((path) => languageOfFile(languages, { name: path, code: '' }) !== undefined);
  return known.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

/** Returns the first of the paths with which a project usually begins; empty if there is none. */
export function defaultProgram(paths: readonly string[], languages: Languages): string {
  const [first = ''] = programsIn(paths, languages);
  const isDefault = languages.some(({ id, fileExtension }) =>
    (defaultEntries[id] ?? [`main${fileExtension}`]).includes(first),
  );
  return isDefault ? first : '';
}

/**
 * Makes a file the program: its text is in the editor, and runs at its path. The program before it, unless it is an unchanged
 * sample, becomes one of the files. Returns undefined if there is no such text file.
 */
export function withProgram(draft: ProgramDraft, path: string, languages: Languages): ProgramDraft | undefined {
  const file = draft.files.find((one) => one.path === path);
  if (file === undefined || file.encoding !== 'utf8') return undefined;
  const code = file.content;
  const language = languageOfFile(languages, { name: path, code }) ?? draft.language;
  const isDefault = path === programPath({ language, entry: undefined }, languages);
  const rest = draft.files.filter((one) => one !== file);
  const taken = new Set(draft.files.map((one) => one.path));
  const before = isUntouched(draft.code) ? [] : [fileOf(freePath(programPath(draft, languages), taken), draft.code)];
  return {
    ...{ language, code },
    // At its usual path, a program starts in an interpreter that waits for it.
    entry: isDefault ? undefined : path,
    files: [...rest, ...before],
  };
}

/** Returns the path, or `main-2.py` if a file has it. */
function freePath(path: string, taken: ReadonlySet<string>): string {
  const dot = path.lastIndexOf('.');
  const [name, extension] = dot > path.lastIndexOf('/') + 1 ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
  let free = path;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}${extension}`;
  return free;
}

function fileOf(path: string, content: string): DraftFile {
  return { path, content, encoding: 'utf8', size: new TextEncoder().encode(content).length };
}
