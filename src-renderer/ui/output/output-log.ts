import { styleAfter } from './terminal-text.ts';

export type OutputStream = 'stdout' | 'stderr';

/** One row of the view: a line, or a piece of a line that is too long for one row. */
export interface OutputRow {
  stream: OutputStream;
  /** As the program wrote it, without its line break. */
  raw: string;
  /** The escape sequences whose style is in force where the row begins. */
  style: string;
  /** It goes on from the row before. */
  continued: boolean;
  /** The row is not the program's: it stands for so many bytes that were left out. */
  missingBytes?: number;
}

/** What a row holds at most; a line of 1 MB in one row would stop the browser's layout. */
export const rowLimit = 2000;
/** Characters of one log: more than the daemon keeps of both streams; what comes past it is not shown. */
export const logLimit = 4 * 1024 * 1024;
/** Text that changes thirty times a second reads as well as at sixty, and leaves half the frames to all else. */
const paceMs = 30;

export type OutputLog = ReturnType<typeof createOutputLog>;

/**
 * The output of one run as rows, in the order in which it came. It lives outside of React: chunks only change the
 * rows, and those who watch are told at most at every other frame, however many chunks came.
 */
export function createOutputLog(schedule: (callback: () => void) => unknown = inFrames()) {
  const rows: OutputRow[] = [];
  const open = new Map<OutputStream, OutputRow>();
  const styles: Record<OutputStream, string> = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  let version = 0;
  let length = 0;
  let isScheduled = false;

  return {
    rows: (): readonly OutputRow[] => rows,
    /** Changes with every change of the rows that watchers were told of. */
    version: () => version,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    append(stream: OutputStream, given: string): void {
      const text = given.slice(0, logLimit - length);
      if (text === '') return;
      length += text.length;
      const lines = text.split('\n');
      for (const [index, line] of lines.entries()) {
        if (line !== '' || index < lines.length - 1) extend(stream, line);
        if (index < lines.length - 1) close(stream);
      }
      changed();
    },
    /** A row of its own for what was left out of a stream; `text` is the line that says so. */
    appendGap(stream: OutputStream, text: string, missingBytes: number): void {
      close(stream);
      rows.push({ stream, raw: text.trim(), style: '', continued: false, missingBytes });
      styles[stream] = '';
      changed();
    },
    /** All that came on both streams, as it came. */
    text: (): string => rows.map((row, index) => (rows[index + 1]?.continued ? row.raw : `${row.raw}\n`)).join(''),
  };

  function extend(stream: OutputStream, piece: string): void {
    let row = open.get(stream) ?? openRow(stream, false);
    row.raw += piece;
    while (row.raw.length > rowLimit) {
      const cut = cutBefore(row.raw, rowLimit);
      const rest = row.raw.slice(cut);
      row.raw = row.raw.slice(0, cut);
      close(stream);
      row = openRow(stream, true);
      row.raw = rest;
    }
  }

  function openRow(stream: OutputStream, continued: boolean): OutputRow {
    const row = { stream, raw: '', style: styles[stream], continued };
    rows.push(row);
    open.set(stream, row);
    return row;
  }

  function close(stream: OutputStream): void {
    const row = open.get(stream);
    if (row !== undefined) styles[stream] = styleAfter(row.style, row.raw);
    open.delete(stream);
  }

  function changed(): void {
    if (isScheduled) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      version += 1;
      for (const watcher of watchers) watcher();
    });
  }
}

/** A place to cut at or before `limit`: not in an escape sequence, not between the halves of a character. */
function cutBefore(text: string, limit: number): number {
  const start = text.lastIndexOf('\u001b', limit - 1);
  if (start > limit - 32 && !/^.\[[\d;]*[A-Za-z]/.test(text.slice(start, limit))) return start;
  const unit = text.charCodeAt(limit - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? limit - 1 : limit;
}

/** Calls back in the next frame; in the one after it where the last call was a frame ago. */
function inFrames(): (callback: () => void) => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  return (callback) => {
    const onFrame = (now: number) => {
      if (now - calledAt < paceMs) return requestAnimationFrame(onFrame);
      calledAt = now;
      callback();
    };
    requestAnimationFrame(onFrame);
  };
}
