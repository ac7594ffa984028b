import { CliError } from '../cli-error.ts';
import { type FolderUse, folderLimits } from './collected.ts';

const mebibyte = 1024 * 1024;
const namedEntries = 3;

export type FolderSize = ReturnType<typeof measureFolder>;

/** Counts the files of a folder, so that an error can name its largest entries. */
export function measureFolder(folder: string, { limits, name, advice }: FolderUse) {
  const byEntry = new Map<string, { files: number; bytes: number }>();
  const total = { files: 0, bytes: 0 };
  let entries = 0;

  const isTooLarge = () => total.files > limits.files || total.bytes > limits.totalBytes;

  return {
    isTooLarge,
    /** Counts an entry of any type. Returns false if the folder was read far enough for the error. */
    visit(): boolean {
      entries += 1;
      return entries <= folderLimits.entries;
    },
    /** Counts a file that is copied. */
    add(path: string, bytes: number): void {
      const slash = path.indexOf('/');
      const entry = slash === -1 ? path : path.slice(0, slash + 1);
      const { files, bytes: before } = byEntry.get(entry) ?? { files: 0, bytes: 0 };
      byEntry.set(entry, { files: files + 1, bytes: before + bytes });
      total.files += 1;
      total.bytes += bytes;
    },
    /** @throws CliError `file_error` if the folder is too large */
    check(): void {
      const isCut = entries > folderLimits.entries;
      if (!isTooLarge() && !isCut) return;
      const share = ({ files, bytes }: { files: number; bytes: number }) =>
        Math.max(files / limits.files, bytes / limits.totalBytes);
      const largest = [...byEntry].toSorted(([, one], [, other]) => share(other) - share(one)).slice(0, namedEntries);
      const named = largest.map(([entry, size]) => `${entry} (${describe(size)})`).join(', ');
      throw new CliError(
        'file_error',
        `The folder ${folder} is too large for ${name}: ${isCut ? 'at least ' : ''}${describe(total)}. The limit is ` +
          `${describe({ files: limits.files, bytes: limits.totalBytes })}. Largest entries: ${named}. ${advice}`,
      );
    },
  };
}

function describe({ files, bytes }: { files: number; bytes: number }): string {
  const size =
    bytes < mebibyte / 10 ? `${bytes.toLocaleString('en-US')} bytes` : `${(bytes / mebibyte).toFixed(1)} MiB`;
  return `${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'}, ${size}`;
}
