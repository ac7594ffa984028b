import { basename } from 'node:path/posix';
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { Actor } from '../../core/actor.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { type Entry, FileError, type LiveSandbox } from '../../engine/live-sandbox.ts';
import { AppError } from '../../errors/app-error.ts';
import { invalidField } from '../../errors/repeated-errors.ts';
import { firstCredit } from '../../wire/wire.ts';
import { mediaTypeOf } from '../../work/media-type.ts';
import type { EnteredSandbox, SandboxAccess } from '../sandbox-access.ts';
import { openContent } from './file-content.ts';
import { asFileError } from './file-errors.ts';
import { openWatchStream } from './watch-stream.ts';

/** A path in a sandbox; the empty path is the working directory. */
interface FileLocation {
  id: string;
  path: string;
}

interface Upload {
  /** The content; its iterator throws if it is not complete. */
  chunks: AsyncIterable<Uint8Array>;
  /** The announced length in bytes. */
  contentLength: number | undefined;
  /** True to refuse an existing file. */
  isNew: boolean;
  /** True if programs can execute the file. If undefined, it keeps the permissions of the file that it replaces. */
  isExecutable?: boolean | undefined;
}

/** Announced content of at least this size is compared with the free space before it is read. */
const largeBytes = sandboxLimits.diskMb.min * 1024 * 1024;
/** The permission bit that lets the owner of a file write it. */
const ownerWrites = 0o200;
/** The permission bits that let everyone execute a file. */
const allExecute = 0o111;
const newFileMode = 0o644;

export type SandboxFiles = ReturnType<typeof createSandboxFiles>;

/** Files of sandboxes. Every operation can throw the errors of {@link SandboxAccess.enter} and of `file-errors.ts`. */
export function createSandboxFiles(access: SandboxAccess) {
  return {
    /** Opens a file. The content must be read to the end, or its iterator returned. */
    async read(actor: Actor, { id, path }: FileLocation) {
      const entered = access.enter(actor, id);
      const asError = (error: unknown) => asFileError(error, entered);
      const held = entered.memory.open();
      const leave = () => {
        held.release();
        entered.leave();
      };
      try {
        // Bytes that the sandbox sends ahead of the client.
        held.take(firstCredit);
        const { entry, chunks } = await entered.live.readFile(path);
        const content = await openContent({ chunks, asError, onEnd: leave });
        const { sample, isWhole } = content;
        const { mediaType } = await mediaTypeOf(path, sample, { isCut: !isWhole });
        const sizeBytes = isWhole ? sample.length : entry.size;
        return { name: basename(path), mediaType, content: { sizeBytes, chunks: content.chunks } };
      } catch (error) {
        leave();
        throw asError(error);
      }
    },

    /** Writes a file, which changes only when the content is complete. `isNew` is true if it did not exist before. */
    async write(actor: Actor, { id, path }: FileLocation, upload: Upload): Promise<{ isNew: boolean; entry: Entry }> {
      return use(actor, id, async ({ live }) => {
        const existing = await find(live, path);
        if (existing !== undefined) requireReplaceable(existing, upload);
        await requireSpace(live, upload.contentLength);
        try {
          await live.writeFile(path, upload.chunks, { isNew: upload.isNew, ...modeOf(upload, existing) });
        } catch (error) {
          // The permissions of the folder can also be the cause; that error stays as it is.
          if (existing !== undefined && isReadOnly(existing) && isErrno(error, 'EACCES')) throw notWritable();
          throw upload.isNew && isErrno(error, 'EEXIST') ? nameTaken() : error;
        }
        return { isNew: existing === undefined, entry: await live.stat(path) };
      });
    },

    remove: (actor: Actor, { id, path }: FileLocation): Promise<void> =>
      use(actor, id, ({ live }) => live.remove(path)),

    stat: (actor: Actor, { id, path }: FileLocation): Promise<Entry> => use(actor, id, ({ live }) => live.stat(path)),

    /** Lists a folder, `depth` levels deep. `isCut` is true if entries are missing. */
    list: (actor: Actor, { id, path, depth }: FileLocation & { depth: number }) =>
      use(actor, id, async ({ live }) => {
        const { entries, isCut } = await live.list(path, depth);
        const count = countWithin(entries, sandboxLimits.listedBytes);
        return { entries: entries.slice(0, count), isCut: isCut || count < entries.length };
      }),

    /** Creates a folder and its parents, and returns it. An existing folder is a success. */
    makeFolder: (actor: Actor, { id, path }: FileLocation): Promise<Entry> =>
      use(actor, id, async ({ live }) => {
        await live.makeFolder(path);
        return live.stat(path);
      }),

    /** Moves a file, a link or a folder, and returns its new entry. */
    move: (actor: Actor, id: string, { from, to, replaces }: { from: string; to: string; replaces: boolean }) =>
      use(actor, id, async ({ live }) => {
        if (to.startsWith(`${from}/`)) throw invalidField('to', 'must not be inside of `from`');
        await live.move(from, to, { replaces });
        return live.stat(to);
      }),

    /** Reports changes of a folder until `signal` aborts or the sandbox ends. It does not count as use. */
    watch(
      actor: Actor,
      { id, ...options }: FileLocation & { isRecursive: boolean; signal: AbortSignal },
    ): Promise<AsyncIterable<StreamEvent>> {
      return openWatchStream(access.enter(actor, id, { countsAsUse: false }), options);
    },
  };

  async function use<T>(actor: Actor, id: string, work: (entered: EnteredSandbox) => Promise<T>): Promise<T> {
    const entered = access.enter(actor, id);
    try {
      return await work(entered);
    } catch (error) {
      throw asFileError(error, entered);
    } finally {
      entered.leave();
    }
  }
}

async function find(live: LiveSandbox, path: string): Promise<Entry | undefined> {
  try {
    return await live.stat(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Refuses before the body is read what the sandbox would refuse after it. */
function requireReplaceable(existing: Entry, { isNew, isExecutable }: Upload): void {
  const { type } = existing;
  if (isNew) throw nameTaken();
  if (type === 'link') throw new FileError('ELOOP');
  if (type !== 'file') throw new FileError(type === 'folder' ? 'EISDIR' : 'EINVAL');
  // The sandbox replaces a read-only file if it gets a mode.
  if (isExecutable !== undefined && isReadOnly(existing)) throw notWritable();
}

/** Returns the mode that the sandbox sets; none if it keeps that of the existing file. */
function modeOf({ isExecutable }: Upload, { mode = newFileMode }: Partial<Entry> = {}): { mode?: number } {
  if (isExecutable === undefined) return {};
  // Each user who can read the file can execute it.
  return { mode: (mode & ~allExecute) | (isExecutable ? (mode & 0o444) >> 2 : 0) };
}

function isReadOnly({ mode }: Entry): boolean {
  return (mode & ownerWrites) === 0;
}

async function requireSpace(live: LiveSandbox, contentLength = 0): Promise<void> {
  if (contentLength < largeBytes) return;
  const { diskBytes, diskUsedBytes } = await live.usage();
  if (contentLength > diskBytes - diskUsedBytes) throw new FileError('ENOSPC');
}

function nameTaken(): AppError {
  const message = 'Something has this path already. Nothing was changed. Choose another path, or omit If-None-Match.';
  return new AppError('precondition_failed', message, { details: [{ path: 'If-None-Match', message }] });
}

function notWritable(): AppError {
  return new AppError(
    'file_not_accessible',
    'The file is read-only, so it was not replaced. Make it writable with `chmod u+w` in a process of the sandbox, or delete it.',
  );
}

/** Returns the number of entries whose text has at most `limitBytes`. */
function countWithin(entries: readonly Entry[], limitBytes: number): number {
  let bytes = 0;
  const end = entries.findIndex(({ path, target = '' }) => {
    bytes += Buffer.byteLength(path) + Buffer.byteLength(target);
    return bytes > limitBytes;
  });
  return end === -1 ? entries.length : end;
}

function isErrno(error: unknown, errno: string): boolean {
  return error instanceof FileError && error.errno === errno;
}
