import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isPrivateFolder } from '../../../src-shared-node/private-file.ts';
import { listenOn } from './listen-on.ts';

const socketName = 'daemon.sock';
const folderPrefix = 'strongroom-socket-';
/** `sun_path` of unix(7) and unix(4), less its ending zero byte. */
const longestBytes = process.platform === 'linux' ? 107 : 103;

export interface LocalSocket {
  path: string;
  /** Removes what is left of it when its server is closed. */
  remove(): void;
}

/**
 * Opens the socket for the clients of this user, in `folder` (0700), which the caller holds alone. Where that path is too
 * long for a socket, or its disk takes none, the socket is in a new private folder among the temporary files. On Windows
 * it is a named pipe with a random name.
 */
export async function openLocalSocket(server: Server, folder: string): Promise<LocalSocket> {
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\strongroom-${randomBytes(16).toString('hex')}`;
    await listenOn(server, { path });
    return { path, remove: () => undefined };
  }
  let failure: unknown;
  for (const makeFolder of [() => folder, () => newFolderIn(tmpdir()), () => newFolderIn('/tmp')]) {
    try {
      return await openIn(makeFolder(), { server, folder });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * Removes a socket that no daemon serves any more, with the folder that was made for it. What is neither in `folder` nor
 * in a private folder of ours is left alone.
 */
export function removeLocalSocket(path: string, folder: string): void {
  if (process.platform === 'win32' || basename(path) !== socketName) return;
  const socketFolder = dirname(path);
  const isOwnFolder = socketFolder !== folder;
  if (isOwnFolder && !(basename(socketFolder).startsWith(folderPrefix) && isPrivateFolder(socketFolder))) return;
  removeSocket(path);
  if (!isOwnFolder) return;
  try {
    rmdirSync(socketFolder);
  } catch {
    // Something else is in it, which is not ours to remove.
  }
}

function removeSocket(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
}

function newFolderIn(parent: string): string {
  return mkdtempSync(join(parent, folderPrefix));
}

async function openIn(
  socketFolder: string,
  { server, folder }: { server: Server; folder: string },
): Promise<LocalSocket> {
  const path = join(socketFolder, socketName);
  const remove = () => removeLocalSocket(path, folder);
  try {
    if (Buffer.byteLength(path) > longestBytes) throw new Error(`${path} is too long a path for a socket`);
    // The data folder is held by this process alone, so that a socket there is one of a daemon that has died.
    removeSocket(path);
    await listenOn(server, { path });
    chmodSync(path, 0o600);
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
