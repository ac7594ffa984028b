import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import mimeTypes from 'mime-types';

export interface InterfaceFile {
  mediaType: string;
  content: Buffer;
}

/**
 * Reads all files of the built interface, by path (`/index.html`, `/assets/…`); empty if it was not built. The files are
 * read once, so that an open window still finds its remaining files while the folder is built again.
 */
export function readInterfaceFiles(folder: string): ReadonlyMap<string, InterfaceFile> {
  if (!existsSync(folder)) return new Map();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [
      path.slice(folder.length).replaceAll('\\', '/'),
      {
        mediaType: mimeTypes.contentType(path.replace(/^.*[\\/]/, '')) || 'application/octet-stream',
        content: readFileSync(path),
      },
    ]),
  );
}
