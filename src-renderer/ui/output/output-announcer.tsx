import { useEffect, useState } from 'react';
import type { OutputLog, OutputRow } from './output-log.ts';
import { plainLine } from './terminal-text.ts';

const everyMs = 1500;
const linesAtOnce = 3;

/** Announces new output to screen readers in intervals: the last lines and the number of lines before them. */
export function OutputAnnouncer({ log, isGrowing }: { log: OutputLog; isGrowing: boolean }) {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    let announcedRows = isGrowing ? 0 : log.dropped() + log.rows().length;
    const announceNewRows = () => {
      const rows = log.rows();
      const fresh = rows.slice(Math.max(0, announcedRows - log.dropped()));
      if (fresh.length > 0) setAnnouncement(describe(fresh));
      announcedRows = log.dropped() + rows.length;
    };
    if (!isGrowing) return;
    const timer = setInterval(announceNewRows, everyMs);
    return () => {
      clearInterval(timer);
      announceNewRows();
    };
  }, [log, isGrowing]);
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

function textOf({ raw }: OutputRow): string {
  return plainLine(raw).slice(0, 200);
}
