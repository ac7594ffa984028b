import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { visibleText } from '../../src-shared/formats/visible-text.ts';

const tailBytes = 6000;
const tailLines = 30;

interface LogPaths {
  /** File with the standard error of the daemon since its last start. */
  errorOutputPath: string;
  logDir: string;
}

/** Reads the standard error of the daemon's last start. Empty if there is none. */
export function readErrorOutput(path: string): string {
  try {
    return visibleText(readFileSync(path, 'utf8').trim());
  } catch {
    return '';
  }
}

/** Returns the last lines of the daemon's standard error, or else of its log, which contains no secret and no name. */
export function readLogTail({ errorOutputPath, logDir }: LogPaths): { path: string; lines: string } {
  const errorOutput = readErrorOutput(errorOutputPath);
  return { path: logDir, lines: lastLines(errorOutput === '' ? visibleText(tailOf(newestLog(logDir))) : errorOutput) };
}

function newestLog(folder: string): string | undefined {
  try {
    const found = readdirSync(folder).filter((name) => name.endsWith('.log'));
    return found.length === 0 ? undefined : join(folder, found.sort(byNumber).at(-1) ?? '');
  } catch {
    return undefined;
  }
}

/** Orders `daemon.2.log` before `daemon.10.log`. */
function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function tailOf(path: string | undefined): string {
  if (path === undefined) return '';
  try {
    const file = openSync(path, 'r');
    try {
      const size = fstatSync(file).size;
      const bytes = Buffer.alloc(Math.min(size, tailBytes));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-tailLines).join('\n');
}
