import { createIgnoreRules, ignoreFiles, isHistory } from '../../../src-shared/formats/ignore-rules.ts';
import type { SourceFile, SourceFolder } from './source-folder.ts';

/** Larger ignore files are not read. */
const ignoreFileBytes = 1024 * 1024;

/** Why a file or a folder is not used: named by an ignore file, usually secret, of version control, not readable, or too many. */
export type WalkReason = 'rule' | 'secret' | 'history' | 'unreadable' | 'too-many';

/** A file or a folder that is not used, with the reason. A path is relative to the folder; that of a folder ends with a slash. */
export interface LeftOutEntry<Reason extends string> {
  path: string;
  reason: WalkReason | Reason;
}

interface WalkOptions<Reason extends string> {
  signal: AbortSignal;
  /** Maximum number of files and folders that are looked at. */
  maxEntries: number;
  /** Returns a further reason to leave out a folder by its name. */
  skips?(folderName: string): Reason | undefined;
  /** Takes a file, or returns why not. */
  take(file: SourceFile, path: string): Promise<Reason | WalkReason | undefined>;
  /** Called with the number of files that were looked at. */
  onProgress?: ((looked: number) => void) | undefined;
}

/**
 * Looks at the files of a folder as Git would add them: `.gitignore` and `.strongroomignore` files of every folder are
 * honoured, and ignored folders are not entered. Returns what was left out.
 * @throws what the signal was aborted with
 */
export async function walkFolder<Reason extends string = never>(
  folder: SourceFolder,
  { signal, maxEntries, skips, take, onProgress }: WalkOptions<Reason>,
): Promise<LeftOutEntry<Reason>[]> {
  const leftOut: LeftOutEntry<Reason>[] = [];
  const rules = createIgnoreRules({ ignoresCase: /^(Mac|Win)/.test(globalThis.navigator?.platform ?? '') });
  let entries = 0;
  let looked = 0;

  async function enter(at: SourceFolder, path: string): Promise<void> {
    signal.throwIfAborted();
    const listed = await at.list().catch(() => undefined);
    if (listed === undefined) return void leftOut.push({ path: `${path}/`, reason: 'unreadable' });
    for (const name of ignoreFiles) {
      const text = await textOf(listed.files.find((file) => file.name === name));
      if (text !== undefined) rules.add(name, path, text);
    }
    for (const file of listed.files.toSorted(byName)) await look(file, inFolder(path, file.name));
    for (const next of listed.folders.toSorted(byName)) {
      const own = inFolder(path, next.name);
      const reason = reasonOf(own, next.name, true);
      if (reason === undefined) await enter(next, own);
      else leftOut.push({ path: `${own}/`, reason });
    }
  }

  function reasonOf(path: string, name: string, isFolder: boolean): Reason | WalkReason | undefined {
    entries += 1;
    if (isHistory(name)) return 'history';
    const reason = isFolder ? skips?.(name) : undefined;
    return reason ?? rules.test(path, { isFolder }) ?? (entries > maxEntries ? 'too-many' : undefined);
  }

  async function look(source: SourceFile, path: string): Promise<void> {
    signal.throwIfAborted();
    looked += 1;
    onProgress?.(looked);
    const reason = reasonOf(path, source.name, false) ?? (await take(source, path));
    if (reason !== undefined) leftOut.push({ path, reason });
  }

  await enter(folder, '');
  return leftOut;
}

/** The text of an ignore file. One that cannot be read has no rules. */
async function textOf(source: SourceFile | undefined): Promise<string | undefined> {
  const file = await source?.open().catch(() => undefined);
  return file === undefined || file.size > ignoreFileBytes ? undefined : file.text().catch(() => undefined);
}

const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);
