import type { LanguageInfo } from '../../../../src-shared/contracts/languages.contract.ts';
import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';
import { createIgnoreRules, ignoreFiles, isHistory } from '../../../../src-shared/formats/ignore-rules.ts';
import { decodeUtf8 } from '../../../../src-shared/zk/utf8.ts';
import type { SourceFile, SourceFolder } from './source-folder.ts';

const mebibyte = 1024 * 1024;

/** Limits of one import: files that become scripts with their bytes, bytes of each, and entries that are looked at. */
export const folderLimits = { files: 1000, bytes: 64 * mebibyte, fileBytes: mebibyte, entries: 100_000 } as const;
type Limits = Readonly<Record<keyof typeof folderLimits, number>>;

export type LeftOutReason =
  | 'rule'
  | 'secret'
  | 'history'
  | 'modules'
  | 'binary'
  | 'too-large'
  | 'unreadable'
  | 'too-many';

/** A file or a folder that is not imported. A path is relative to the chosen folder. */
export interface LeftOut {
  path: string;
  reason: LeftOutReason;
}

/** A text file; `language` is undefined if neither its extension nor its first line says one. */
export interface FoundFile {
  path: string;
  file: File;
  language: string | undefined;
}

export interface FoundFolder {
  name: string;
  files: readonly FoundFile[];
  leftOut: readonly LeftOut[];
}

interface ReadOptions {
  languages: readonly Pick<LanguageInfo, 'id' | 'aliases' | 'fileExtension'>[];
  signal: AbortSignal;
  /** Called with the number of files that were looked at. */
  onProgress?(looked: number): void;
  limits?: Limits;
}

/**
 * Reads the text files of a folder as Git would add them: `.gitignore` and `.strongroomignore` files of every folder are
 * honoured, and ignored folders are not entered.
 * @throws what the signal was aborted with
 */
export async function readFolder(folder: SourceFolder, options: ReadOptions): Promise<FoundFolder> {
  const files: FoundFile[] = [];
  const leftOut: LeftOut[] = [];
  const rules = createIgnoreRules({ ignoresCase: /^(Mac|Win)/.test(globalThis.navigator?.platform ?? '') });
  const { languages, signal, onProgress, limits = folderLimits } = options;
  let entries = 0;
  let looked = 0;
  let bytes = 0;

  async function enter(at: SourceFolder, path: string): Promise<void> {
    signal.throwIfAborted();
    const listed = await at.list().catch(() => undefined);
    if (listed === undefined) return void leftOut.push({ path: `${path}/`, reason: 'unreadable' });
    for (const name of ignoreFiles) {
      const text = await textOf(listed.files.find((file) => file.name === name));
      if (text !== undefined) rules.add(name, path, text);
    }
    for (const file of listed.files.toSorted(byName)) await take(file, inFolder(path, file.name));
    for (const next of listed.folders.toSorted(byName)) {
      const own = inFolder(path, next.name);
      const reason = reasonOf(own, next.name, true);
      if (reason === undefined) await enter(next, own);
      else leftOut.push({ path: `${own}/`, reason });
    }
  }

  function reasonOf(path: string, name: string, isFolder: boolean): LeftOutReason | undefined {
    entries += 1;
    if (isHistory(name)) return 'history';
    if (isFolder && name === 'node_modules') return 'modules';
    return rules.test(path, { isFolder }) ?? (entries > limits.entries ? 'too-many' : undefined);
  }

  async function take(source: SourceFile, path: string): Promise<void> {
    signal.throwIfAborted();
    looked += 1;
    onProgress?.(looked);
    const reason = reasonOf(path, source.name, false) ?? (await read(source, path));
    if (reason !== undefined) leftOut.push({ path, reason });
  }

  async function read(source: SourceFile, path: string): Promise<LeftOutReason | undefined> {
    const file = await source.open().catch(() => undefined);
    if (file === undefined) return 'unreadable';
    if (file.size > limits.fileBytes) return 'too-large';
    if (files.length >= limits.files || bytes + file.size > limits.bytes) return 'too-many';
    const content = await file.arrayBuffer().catch(() => undefined);
    if (content === undefined) return 'unreadable';
    const code = decoded(new Uint8Array(content));
    if (code === undefined) return 'binary';
    bytes += file.size;
    files.push({ path, file, language: languageOfFile(languages, { name: source.name, code }) });
    return undefined;
  }

  /** The text of an ignore file. One that cannot be read has no rules. */
  async function textOf(source: SourceFile | undefined): Promise<string | undefined> {
    const file = await source?.open().catch(() => undefined);
    return file === undefined || file.size > limits.fileBytes ? undefined : file.text().catch(() => undefined);
  }

  await enter(folder, '');
  return { name: folder.name, files, leftOut };
}

const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);

/** Returns the text of a file; undefined for a binary file: it has a zero byte, or is not UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return decodeUtf8(bytes);
  } catch {
    return undefined;
  }
}
