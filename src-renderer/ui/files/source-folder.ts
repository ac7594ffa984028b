/** A folder of the user's machine that is read in the page. */
export interface SourceFolder {
  /** Empty for several folders and files that were dropped together. */
  name: string;
  /** Lists what is directly in the folder. */
  list(): Promise<{ folders: readonly SourceFolder[]; files: readonly SourceFile[] }>;
}

export interface SourceFile {
  name: string;
  open(): Promise<File>;
}

/** Returns the folder of a chooser's files, whose relative paths begin with its name; undefined for no files. */
export function folderOfFiles(files: readonly File[]): SourceFolder | undefined {
  const root = newFolder('');
  for (const file of files) {
    const segments = file.webkitRelativePath.split('/');
    let folder = root;
    for (const segment of segments.slice(0, -1)) {
      const next = folder.folders.get(segment) ?? newFolder(segment);
      folder.folders.set(segment, next);
      folder = next;
    }
    folder.files.push(file);
  }
  const [chosen] = root.folders.values();
  return chosen && listed(chosen);
}

/**
 * Returns the folder that was dropped, or one with all that was dropped; undefined if there is no folder in it. Must be
 * called while the drop is handled: its items are empty afterwards.
 */
export function folderOfDrop(items: Iterable<DataTransferItem>): SourceFolder | undefined {
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folders = entries.filter(isFolder).map(folderOfEntry);
  const files = entries.filter(isFile).map(fileOfEntry);
  const [only] = folders;
  if (folders.length === 1 && files.length === 0) return only;
  return only && { name: '', list: async () => ({ folders, files }) };
}

interface ListedFolder {
  name: string;
  folders: Map<string, ListedFolder>;
  files: File[];
}

const newFolder = (name: string): ListedFolder => ({ name, folders: new Map(), files: [] });

function listed({ name, folders, files }: ListedFolder): SourceFolder {
  return {
    name,
    list: async () => ({
      folders: Array.from(folders.values(), listed),
      files: files.map((file) => ({ name: file.name, open: async () => file })),
    }),
  };
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

function folderOfEntry(entry: FileSystemDirectoryEntry): SourceFolder {
  return {
    name: entry.name,
    list: async () => {
      const entries = await entriesOf(entry.createReader());
      return { folders: entries.filter(isFolder).map(folderOfEntry), files: entries.filter(isFile).map(fileOfEntry) };
    },
  };
}

function fileOfEntry(entry: FileSystemFileEntry): SourceFile {
  return { name: entry.name, open: () => new Promise((resolve, reject) => entry.file(resolve, reject)) };
}

/** Reads all entries: each call of the reader returns at most 100 of them, and none at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const entries: FileSystemEntry[] = [];
  while (true) {
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (next.length === 0) return entries;
    entries.push(...next);
  }
}
