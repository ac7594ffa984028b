import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { isCodeName, nameInFolder, nameOfFile } from '../../../../src-shared/formats/code-name.ts';
import type { PlannedFile } from '../transfer/import-files.ts';
import type { FoundFolder, LeftOutReason } from './read-folder.ts';

export interface FolderChoice {
  /** Folder of the vault that the scripts get; empty for the top. */
  folder: string;
  /** True to save files whose name is taken as the next revision; otherwise they are left out. */
  replaces: boolean;
  /** True to import text files without a known language as well. */
  withUnknown: boolean;
}

export type SkipReason = LeftOutReason | 'taken' | 'repeated' | 'name' | 'language';

export interface FolderPlan {
  planned: readonly (PlannedFile & { path: string })[];
  skipped: readonly { path: string; reason: SkipReason }[];
  /** Number of files whose name is taken, and of text files without a known language, whatever the choice. */
  taken: number;
  unknown: number;
}

/** Returns the scripts that the files of a folder become, and every file that is left out with its reason. */
export function planFolder(
  { files, leftOut }: FoundFolder,
  stored: readonly EncryptedCodeMetadata[],
  { folder, replaces, withUnknown }: FolderChoice,
): FolderPlan {
  const byName = new Map(stored.map((metadata) => [metadata.name, metadata]));
  const names = new Set<string>();
  const planned: FolderPlan['planned'][number][] = [];
  const skipped: FolderPlan['skipped'][number][] = [];
  const considered = files.filter(({ language }) => withUnknown || language !== undefined);
  for (const { path, file } of considered) {
    const name = nameInFolder(folder, path.split('/').map(nameOfFile).join('/'));
    const replaced = byName.get(name);
    const reason = reasonOf();
    if (reason === undefined) planned.push({ path, file, name, replaced, isRepeated: false });
    else skipped.push({ path, reason });
    names.add(name);

    function reasonOf(): SkipReason | undefined {
      if (!isCodeName(name)) return 'name';
      if (names.has(name)) return 'repeated';
      return replaced !== undefined && !replaces ? 'taken' : undefined;
    }
  }
  const unknown = files.filter(({ language }) => language === undefined);
  if (!withUnknown) skipped.push(...unknown.map(({ path }) => ({ path, reason: 'language' as const })));
  const taken = planned.filter(({ replaced }) => replaced).length + skipped.filter(isTaken).length;
  return { planned, skipped: [...skipped, ...leftOut], taken, unknown: unknown.length };
}

const isTaken = ({ reason }: { reason: SkipReason }): boolean => reason === 'taken';
