import { createInterface, type Interface } from 'node:readline';
import { watchUtf8 } from '../../../src-shared-node/watch-utf8.ts';
import type { Surroundings } from '../../surroundings.ts';
import { createCellReader } from './cell-reader.ts';
import type { Complete } from './complete-code.ts';

const historyLines = 1000;

interface Reading {
  terminal: Pick<Surroundings, 'stdin' | 'stdout'>;
  language: string;
  runCell: (code: string) => Promise<void>;
  /** Interrupts the cell in progress. */
  interrupt: () => void;
  complete: Complete;
  /** Returns true for a line that ends the REPL, such as `exit`. */
  isExit: (line: string) => Promise<boolean>;
  say: (text: string) => void;
  /** Aborted when the process must end. */
  signal: AbortSignal;
}

/**
 * Reads cells from a terminal until Ctrl+D or a line that ends the REPL. The history is in memory only. Ctrl+C interrupts the cell in progress, or
 * discards what is being typed.
 */
export async function readCells(reading: Reading): Promise<void> {
  const { terminal, language, runCell, interrupt, complete, isExit, say, signal } = reading;
  const cells = createCellReader(language);
  let isRunning = false;
  let isClosed = false;
  const lines = createInterface({
    input: terminal.stdin,
    output: terminal.stdout,
    terminal: true,
    historySize: historyLines,
    removeHistoryDuplicates: true,
    completer: (line: string, callback: (error: null, found: [string[], string]) => void) => {
      if (isRunning) return callback(null, [[], line]);
      void complete(cells.pending(), line).then((found) => callback(null, found));
    },
  });
  const typed = watchUtf8(terminal.stdin);
  const close = () => lines.close();
  signal.addEventListener('abort', close, { once: true });
  lines.once('close', () => {
    isClosed = true;
  });
  lines.on('SIGINT', () => {
    if (isRunning) return interrupt();
    cells.reset();
    discardLine(lines);
    showPrompt(lines, '');
  });
  try {
    showPrompt(lines, '');
    for await (const line of lines) {
      // Node replaces a byte that is not UTF-8 by U+FFFD.
      if (line.includes('\ufffd') && !typed.isValid()) {
        say('strongroom: the line is not UTF-8 text, so it was not run. Set the terminal to UTF-8, and type it again.');
        cells.reset();
        showPrompt(lines, '');
        continue;
      }
      if (cells.pending() === '' && (await isExit(line))) break;
      const code = cells.push(line);
      isRunning = true;
      if (code !== undefined && code.trim() !== '') await runCell(code);
      isRunning = false;
      // Ctrl+D during the cell has closed the input.
      if (!isClosed) showPrompt(lines, cells.pending());
    }
  } finally {
    signal.removeEventListener('abort', close);
    typed.stop();
    lines.close();
  }
}

function showPrompt(lines: Interface, pending: string): void {
  lines.setPrompt(pending === '' ? '>>> ' : '... ');
  lines.prompt();
}

/** Empties the line that is being typed: Ctrl+E, then Ctrl+U. */
function discardLine(lines: Interface): void {
  lines.write(null, { ctrl: true, name: 'e' });
  lines.write(null, { ctrl: true, name: 'u' });
}
