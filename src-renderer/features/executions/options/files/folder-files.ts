import { FilePath } from '../../../../../src-shared/contracts/execute-request.ts';
import type { SourceFolder } from '../../../../ui/files/source-folder.ts';
import { type LeftOutEntry, walkFolder } from '../../../../ui/files/walk-folder.ts';

/** A file of a folder, whose content has not been read. */
export interface FolderFile {
  path: string;
  file: File;
}

export interface FolderFiles {
  name: string;
  files: readonly FolderFile[];
  leftOut: readonly LeftOutEntry<'path'>[];
}

/** A part of what is directly in the folder: one of its folders with all its files, or the files that are in none. */
export interface FolderPart {
  /** Name of the folder with a slash; empty for the files that are in none. */
  name: string;
  files: readonly FolderFile[];
  bytes: number;
}

/** Files and folders that are looked at, and files that are listed. A run can have far fewer. */
const limits = { entries: 100_000, files: 20_000 } as const;

/** Lists the files of a folder as `strongroom run FOLDER` copies them. @throws what the signal was aborted with */
export async function listFolder(
  folder: SourceFolder,
  { signal, onProgress }: { signal: AbortSignal; onProgress(looked: number): void },
): Promise<FolderFiles> {
  const files: FolderFile[] = [];
  const leftOut = await walkFolder<'path'>(folder, {
    ...{ signal, onProgress, maxEntries: limits.entries },
    take: async (source, path) => {
      if (!FilePath.safeParse(path).success) return 'path';
      if (files.length >= limits.files) return 'too-many';
      const file = await source.open().catch(() => undefined);
      if (file === undefined) return 'unreadable';
      files.push({ path, file });
      return undefined;
    },
  });
  return { name: folder.name, files, leftOut };
}

/** Returns the parts of a folder: its own files first, then its folders by their names. */
export function partsOf(files: readonly FolderFile[]): FolderPart[] {
  const parts = new Map<string, FolderFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf('/');
    const name = file.path.slice(0, slash + 1);
    parts.set(name, [...(parts.get(name) ?? []), file]);
  }
  return Array.from(parts, ([name, own]) => ({ name, files: own, bytes: bytesOf(own) })).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

export const bytesOf = (files: readonly FolderFile[]): number => files.reduce((sum, { file }) => sum + file.size, 0);
