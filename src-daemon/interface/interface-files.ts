import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import mimeTypes from 'mime-types';

export interface InterfaceFile {
  mediaType: string;
  content: Buffer;
}

/**
 * The built interface, whole, by its paths (`/index.html`, `/assets/…`); empty where it was not built. It is read once:
 * a window that is open while the folder is built anew still finds the parts that it has not loaded yet.
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
