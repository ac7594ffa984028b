import { useEffect, useState } from 'react';
import type { OutputLog, OutputRow } from './output-log.ts';
import { readTerminalLine } from './terminal-text.ts';

const everyMs = 1500;
const linesAtOnce = 3;

/** Reads new output to a screen reader at a pace that can be followed: the last lines, and how many more there were. */
export function OutputAnnouncer({ log, live }: { log: OutputLog; live: boolean }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    let told = live ? 0 : log.rows().length;
    const tell = () => {
      const rows = log.rows();
      if (rows.length > told) setWords(describe(rows.slice(told)));
      told = rows.length;
    };
    if (!live) return;
    const timer = setInterval(tell, everyMs);
    return () => {
      clearInterval(timer);
      tell();
    };
  }, [log, live]);
  return (
    <p role="log" aria-live="polite" aria-label="New output" className="sr-only">
      {words}
    </p>
  );
}

function describe(rows: readonly OutputRow[]): string {
  const shown = rows.slice(-linesAtOnce).map(wordsOf).join('\n');
  const more = rows.length - linesAtOnce;
  return more > 0 ? `${more} more lines, then:\n${shown}` : shown;
}

function wordsOf({ raw, style }: OutputRow): string {
  const text = readTerminalLine(raw, style).map((run) => run.text);
  return text.join('').slice(0, 200);
}
