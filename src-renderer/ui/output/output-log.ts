import { styleAfter } from './terminal-text.ts';

export type OutputStream = 'stdout' | 'stderr';

/** One row of the view: a line, or a part of a line that is too long for one row. */
export interface OutputRow {
  stream: OutputStream;
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
/** Maximum characters of one log. It is more than the daemon stores of both streams; further output is not shown. */
export const logLimit = 4 * 1024 * 1024;
/** Minimum time between two updates: thirty updates per second are enough, and leave frames for other work. */
const paceMs = 30;

export type OutputLog = ReturnType<typeof createOutputLog>;

/**
 * Creates the output of one run as rows, in the order of arrival. It lives outside of React: chunks change only the
 * rows, and watchers are notified at most every other frame.
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
        if (line !== '' || index < lines.length - 1) extend(stream, line);
        if (index < lines.length - 1) close(stream);
      }
      changed();
    },
    /** Appends a row for output that was left out of a stream; `text` is the daemon's line about it. */
    appendGap(stream: OutputStream, text: string, missingBytes: number): void {
      close(stream);
      rows.push({ stream, raw: text.trim(), style: '', continued: false, missingBytes });
      styles[stream] = '';
      changed();
    },
    /** Returns the text of both streams in the order of arrival. */
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
