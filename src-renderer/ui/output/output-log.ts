import { styleAfter } from './terminal-text.ts';

export type OutputStream = 'stdout' | 'stderr';

/** One row of the view: a line, or a part of a line that is too long for one row. */
export interface OutputRow {
  /** Counts all rows of the log, also those that were dropped. */
  number: number;
  /** `input` is a line that was sent to the program. */
  stream: OutputStream | 'input';
  /** When the first part of the row arrived; undefined if that is not known. */
  at: number | undefined;
  /** The text as the program wrote it, without the line break. */
  raw: string;
  /** Escape sequences of the style at the start of the row. */
  style: string;
  /** True if the row continues the previous one. */
  continued: boolean;
  /** Number of bytes that were left out; set for a row that the program did not print. */
  missingBytes?: number;
}

/** Maximum characters of a row; a line of 1 MB in one row would block the browser's layout. */
export const rowLimit = 2000;
/** Maximum characters of the rows of a log. It is more than the daemon stores of both streams; further output is not shown. */
export const logLimit = 4 * 1024 * 1024;
/** Minimum time between two updates: thirty updates per second are enough, and leave frames for other work. */
const paceMs = 30;

export type OutputLog = ReturnType<typeof createOutputLog>;

interface LogOptions {
  /** Calls the watchers later. */
  schedule?: (callback: () => void) => unknown;
  /** Returns the time of arrival; undefined for output that was stored before. */
  now?: () => number | undefined;
}

/**
 * Creates the output of one run as rows, in the order of arrival. It lives outside of React: chunks change only the
 * rows, and watchers are notified at most every other frame.
 */
export function createOutputLog({ schedule = inFrames(), now = Date.now }: LogOptions = {}) {
  const rows: OutputRow[] = [];
  const open = new Map<OutputStream, OutputRow>();
  const styles: Record<OutputStream, string> = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  let version = 0;
  let length = 0;
  let dropped = 0;
  let isScheduled = false;

  return {
    rows: (): readonly OutputRow[] => rows,
    /** Returns how many rows were dropped before the first one. */
    dropped: () => dropped,
    /** Returns the number of the first row that can still change. */
    complete: () => Math.min(dropped + rows.length, ...[...open.values()].map((row) => row.number)),
    /** Changes each time watchers are notified. */
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
        if (line !== '' || index < lines.length - 1) write(stream, line);
        if (index < lines.length - 1) close(stream);
      }
      changed();
    },
    /** Appends a row for output that was left out of a stream; `text` is the daemon's line about it. */
    appendGap(stream: OutputStream, text: string, missingBytes: number): void {
      close(stream);
      addRow({ stream, raw: text.trim(), style: '', continued: false, missingBytes });
      styles[stream] = '';
      changed();
    },
    /** Appends a line that was sent to the program. It ends the lines before it, as the Enter key does in a terminal. */
    appendInput(line: string): void {
      close('stdout');
      close('stderr');
      addRow({ stream: 'input', raw: line.slice(0, rowLimit), style: '', continued: false });
      changed();
    },
    /** Drops all rows. What arrives later is shown. */
    clear(): void {
      close('stdout');
      close('stderr');
      dropped += rows.length;
      rows.length = 0;
      length = 0;
      changed();
    },
  };

  /** A carriage return starts the line again: only the last text of a progress bar is stored. */
  function write(stream: OutputStream, line: string): void {
    for (let from = 0; from <= line.length; ) {
      const end = line.indexOf('\r', from);
      extend(stream, line.slice(from, end === -1 ? undefined : end));
      if (end === -1) return;
      returnCarriage(stream);
      from = end + 1;
    }
  }

  function returnCarriage(stream: OutputStream): void {
    const row = open.get(stream) ?? openRow(stream, false);
    if (row.raw.endsWith('\r')) length -= 1;
    else row.raw += '\r';
  }

  function extend(stream: OutputStream, piece: string): void {
    let row = open.get(stream) ?? openRow(stream, false);
    if (piece === '') return;
    if (row.raw.endsWith('\r')) {
      row.style = styleAfter(row.style, row.raw);
      length -= row.raw.length;
      row.raw = '';
    }
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
    const row = addRow({ stream, raw: '', style: styles[stream], continued });
    open.set(stream, row);
    return row;
  }

  function addRow(row: Omit<OutputRow, 'number' | 'at'>): OutputRow {
    const added = { ...row, number: dropped + rows.length, at: now() };
    rows.push(added);
    return added;
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

/** Returns where to cut, at or before `limit`: never inside an escape sequence or a surrogate pair. */
function cutBefore(text: string, limit: number): number {
  const start = text.lastIndexOf('\u001b', limit - 1);
  if (start > limit - 32 && !/^.\[[\d;]*[A-Za-z]/.test(text.slice(start, limit))) return start;
  const unit = text.charCodeAt(limit - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? limit - 1 : limit;
}

/** Calls back in the next frame, or one frame later if the last call was in the previous frame. */
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
