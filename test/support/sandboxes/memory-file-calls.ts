import { FileError, type LiveSandbox } from '../../../src-daemon/engine/live-sandbox.ts';
import {
  depthOf,
  entryOf,
  type MemoryFiles,
  makeParents,
  nodeAt,
  pathsBelow,
  requireFolders,
  usedBytes,
} from './memory-files.ts';

interface MemoryDisk {
  files: MemoryFiles;
  diskBytes: number;
  /** @throws SandboxEndedError */
  requireLive(): void;
  /** Counts a transfer until the returned function is called. */
  openChannel(): () => void;
}

type FileCalls = Pick<LiveSandbox, 'stat' | 'list' | 'makeFolder' | 'move' | 'remove' | 'readFile' | 'writeFile'>;

const chunkBytes = 64 * 1024;
const listedEntries = 10_000;

/** The operations on files of a sandbox in memory. */
export function memoryFileCalls(disk: MemoryDisk): FileCalls {
  const { files, requireLive } = disk;
  /** Each operation is asynchronous, and fails after the end. */
  const live =
    <Args extends unknown[], T>(act: (...args: Args) => T | Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await Promise.resolve();
      requireLive();
      return act(...args);
    };
  return {
    stat: live((path) => entryOf(path, nodeAt(files, path))),
    list: live((path, depth) => listBelow(files, path, depth)),
    makeFolder: live((path) => {
      const existing = files.get(path);
      if (existing !== undefined && existing.type !== 'folder') throw new FileError('ENOTDIR');
      makeParents(files, path);
      files.set(path, { type: 'folder' });
    }),
    move: live((from, to, { replaces }) => move(files, { from, to, replaces })),
    remove: live((path) => {
      nodeAt(files, path);
      for (const below of [path, ...pathsBelow(files, path)]) files.delete(below);
    }),
    readFile: live((path) => {
      const node = nodeAt(files, path);
      if (node.type === 'link') throw new FileError('ELOOP');
      if (node.type !== 'file') throw new FileError(node.type === 'folder' ? 'EISDIR' : 'EINVAL');
      return { entry: entryOf(path, node), chunks: read(disk, node.content) };
    }),
    writeFile: live((path, chunks, { isNew }) => write(disk, { path, chunks, isNew })),
  };
}

function listBelow(files: MemoryFiles, path: string, depth: number) {
  if (nodeAt(files, path).type !== 'folder') throw new FileError('ENOTDIR');
  const paths = pathsBelow(files, path).filter((below) => depthOf(below) <= depthOf(path) + depth);
  const entries = paths.slice(0, listedEntries).map((below) => entryOf(below, nodeAt(files, below)));
  return { entries, isCut: paths.length > listedEntries };
}

function move(files: MemoryFiles, { from, to, replaces }: { from: string; to: string; replaces: boolean }): void {
  const node = nodeAt(files, from);
  requireFolders(files, to);
  if (files.has(to) && !replaces) throw new FileError('EEXIST');
  if (pathsBelow(files, to).length > 0) throw new FileError('ENOTEMPTY');
  for (const path of pathsBelow(files, from)) {
    files.set(to + path.slice(from.length), files.get(path) ?? node);
    files.delete(path);
  }
  files.delete(from);
  files.set(to, node);
}

async function* read({ openChannel, requireLive }: MemoryDisk, content: Buffer): AsyncGenerator<Uint8Array> {
  const close = openChannel();
  try {
    for (let at = 0; at < content.length; at += chunkBytes) {
      requireLive();
      yield content.subarray(at, at + chunkBytes);
    }
  } finally {
    close();
  }
}

interface Writing {
  path: string;
  chunks: AsyncIterable<Uint8Array>;
  isNew: boolean;
}

async function write(disk: MemoryDisk, { path, chunks, isNew }: Writing): Promise<void> {
  const { files, diskBytes, openChannel, requireLive } = disk;
  makeParents(files, path);
  const close = openChannel();
  try {
    const received: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of chunks) {
      requireLive();
      received.push(chunk);
      size += chunk.length;
      if (size > diskBytes - usedBytes(files)) throw new FileError('ENOSPC');
    }
    const node = files.get(path);
    if (node !== undefined && isNew) throw new FileError('EEXIST');
    if (node?.type === 'folder') throw new FileError('EISDIR');
    files.set(path, { type: 'file', content: Buffer.concat(received) });
  } finally {
    close();
  }
}
