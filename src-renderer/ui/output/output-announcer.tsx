import { useEffect, useState } from 'react';
import type { OutputLog, OutputRow } from './output-log.ts';
import { readTerminalLine } from './terminal-text.ts';

const everyMs = 1500;
const linesAtOnce = 3;

/** Announces new output to screen readers in intervals: the last lines and the number of lines before them. */
export function OutputAnnouncer({ log, live }: { log: OutputLog; live: boolean }) {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    let announcedRows = live ? 0 : log.rows().length;
    const announceNewRows = () => {
      const rows = log.rows();
      if (rows.length > announcedRows) setAnnouncement(describe(rows.slice(announcedRows)));
      announcedRows = rows.length;
    };
    if (!live) return;
    const timer = setInterval(announceNewRows, everyMs);
    return () => {
      clearInterval(timer);
      announceNewRows();
    };
  }, [log, live]);
  return (
    <p role="log" aria-live="polite" aria-label="New output" className="sr-only">
      {announcement}
    </p>
  );
}

function describe(rows: readonly OutputRow[]): string {
  const shown = rows.slice(-linesAtOnce).map(textOf).join('\n');
  const more = rows.length - linesAtOnce;
  return more > 0 ? `${more} more lines, then:\n${shown}` : shown;
}

function textOf({ raw, style }: OutputRow): string {
  const text = readTerminalLine(raw, style).map((run) => run.text);
  return text.join('').slice(0, 200);
}
