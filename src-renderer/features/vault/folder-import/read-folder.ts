import type { LanguageInfo } from '../../../../src-shared/contracts/languages.contract.ts';
import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';
import { decodeUtf8 } from '../../../../src-shared/zk/utf8.ts';
import type { SourceFile, SourceFolder } from '../../../ui/files/source-folder.ts';
import { type LeftOutEntry, type WalkReason, walkFolder } from '../../../ui/files/walk-folder.ts';

const mebibyte = 1024 * 1024;

/** Limits of one import: files that become scripts with their bytes, bytes of each, and entries that are looked at. */
export const folderLimits = { files: 1000, bytes: 64 * mebibyte, fileBytes: mebibyte, entries: 100_000 } as const;
type Limits = Readonly<Record<keyof typeof folderLimits, number>>;

export type LeftOutReason = WalkReason | 'modules' | 'binary' | 'too-large';

/** A file or a folder that is not imported. */
export type LeftOut = LeftOutEntry<LeftOutReason>;

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
 * Reads the text files of a folder as Git would add them.
 * @throws what the signal was aborted with
 */
export async function readFolder(folder: SourceFolder, options: ReadOptions): Promise<FoundFolder> {
  const { languages, signal, onProgress, limits = folderLimits } = options;
  const files: FoundFile[] = [];
  let bytes = 0;

  async function take(source: SourceFile, path: string): Promise<LeftOutReason | undefined> {
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

  const leftOut = await walkFolder<LeftOutReason>(folder, {
    ...{ signal, onProgress, take, maxEntries: limits.entries },
    skips: (name) => (name === 'node_modules' ? 'modules' : undefined),
  });
  return { name: folder.name, files, leftOut };
}

/** Returns the text of a file; undefined for a binary file: it has a zero byte, or is not UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return decodeUtf8(bytes);
  } catch {
    return undefined;
  }
}
