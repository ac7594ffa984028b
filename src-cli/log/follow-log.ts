import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMissing } from '../../src-shared-node/is-missing.ts';
import { listLogFiles, type NumberedLogFile } from './log-files.ts';

/** A longer line is cut: the log can have been changed by another program. */
const lineLimit = 1024 * 1024;

const pollMs = 200;
const chunkBytes = 256 * 1024;

interface LogOptions {
  /** Number of the last lines of the existing log. */
  lines: number;
  /** Continues with lines that are written later, also in the next files, until the caller stops. */
  follow: boolean;
}

/** Yields the lines of the daemon's log, the oldest first, in groups of those that were read together. */
export async function* readLog(logDir: string, { lines, follow }: LogOptions): AsyncGenerator<string[]> {
  const files = listLogFiles(logDir);
  const newest = files.at(-1);
  const earlier = await lastLines(files.slice(0, -1), lines);
  const reading = newest === undefined ? undefined : await openLogFile(newest);
  const inNewest = (await reading?.readNew()) ?? [];
  const all = [...earlier, ...inNewest];
  yield lines === 0 ? [] : all.slice(-lines);
  if (follow) yield* followFiles(logDir, reading);
  else {
    const rest = reading?.end() ?? [];
    await reading?.close();
    if (lines > 0) yield rest;
  }
}

/** Reads whole files from the newest to the oldest until there are enough lines: a file has at most 5 MB. */
async function lastLines(files: readonly NumberedLogFile[], count: number): Promise<string[]> {
  let found: string[] = [];
  for (const file of files.toReversed()) {
    if (found.length >= count) break;
    const reading = await openLogFile(file);
    if (reading === undefined) continue;
    const own = [...(await reading.readNew()), ...reading.end()];
    await reading.close();
    found = [...own, ...found];
  }
  return found.slice(-count);
}

type OpenLogFile = NonNullable<Awaited<ReturnType<typeof openLogFile>>>;

/** A file that was removed stays readable here until its last line was read, because it is open. */
async function* followFiles(logDir: string, first: OpenLogFile | undefined): AsyncGenerator<string[]> {
  let reading = first;
  try {
    for (;;) {
      // Listed before the read: lines that the daemon writes before it starts the next file are then not missed.
      const next = listLogFiles(logDir).find(({ number }) => number > (reading?.number ?? 0));
      yield (await reading?.readNew()) ?? [];
      if (next === undefined) await sleep(pollMs);
      else {
        yield reading?.end() ?? [];
        await reading?.close();
        reading = (await openLogFile(next)) ?? reading;
      }
    }
  } finally {
    await reading?.close();
  }
}

/** Returns undefined if the daemon has removed the file in the meantime. */
async function openLogFile({ number, path }: NumberedLogFile) {
  const file = await openIfAny(path);
  if (file === undefined) return undefined;
  const splitter = createLineSplitter();
  const chunk = Buffer.alloc(chunkBytes);
  let position = 0;
  return {
    number,
    /** Returns the complete lines since the last call. */
    async readNew(): Promise<string[]> {
      const found: string[] = [];
      for (;;) {
        const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
        if (bytesRead === 0) return found;
        position += bytesRead;
        found.push(...splitter.push(chunk.subarray(0, bytesRead)));
      }
    },
    end: splitter.end,
    close: () => file.close(),
  };
}

async function openIfAny(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Splits a file that grows into lines. The end of the last chunk is kept until its line is complete. */
function createLineSplitter() {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    push(chunk: Buffer): string[] {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = (lines.pop() ?? '').slice(0, lineLimit);
      return lines.filter((line) => line !== '').map((line) => line.slice(0, lineLimit));
    },
    /** Returns a last line that has no line end. */
    end: (): string[] => (rest === '' ? [] : [rest]),
  };
}
