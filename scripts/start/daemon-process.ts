/** The daemon as a child of `npm start`: the reports on its standard output, and its exit. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface ReadyLine {
  ready: true;
  url: string;
  version: string;
  pid: number;
}

export interface NotReadyLine {
  ready: false;
  error: string;
  url?: string;
}

export type SelfCheckLine =
  | { selfCheck: 'passed'; startupMs?: number }
  | { selfCheck: 'failed'; reason: string }
  | { selfCheck: 'skipped'; reason: string; nextStep?: string };

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface DaemonProcess {
  exited: Promise<Exit>;
  /** Undefined if the daemon exits without a report. */
  ready: Promise<ReadyLine | NotReadyLine | undefined>;
  selfCheck: Promise<SelfCheckLine | undefined>;
  kill: (signal: NodeJS.Signals) => void;
}

/** Starts the daemon. Its warnings go to the standard error of this process. */
export function startDaemon(options: { node: string; bundle: string; flags: readonly string[] }): DaemonProcess {
  // In a session of its own, so that the terminal does not send Ctrl+C to the daemon a second time.
  const child = spawn(options.node, [options.bundle, ...options.flags], {
    stdio: ['inherit', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  });
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const reports = readReports(child.stdout);
  return {
    exited,
    ready: reports.find<ReadyLine | NotReadyLine>(({ ready }) => typeof ready === 'boolean'),
    selfCheck: reports.find<SelfCheckLine>(({ selfCheck }) => typeof selfCheck === 'string'),
    kill: (signal) => void child.kill(signal),
  };
}

/** Returns the exit code as a shell reports it: 128 and the signal's number after a signal. */
export function exitCodeOf({ code, signal }: Exit): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

type Report = Record<string, unknown>;

interface Waiting {
  /** Receives each line, and undefined at the end of the output. */
  offer: (line: Report | undefined) => void;
}

function readReports(stream: Readable) {
  const waiting: Waiting[] = [];
  const offer = (line: Report | undefined) => {
    for (const one of waiting) one.offer(line);
  };
  const lines = createInterface({ input: stream });
  lines.on('line', (text) => {
    const line = parseReport(text);
    if (line !== undefined) offer(line);
  });
  lines.on('close', () => offer(undefined));
  return {
    /** Resolves with the first line that matches, or with undefined at the end of the output. */
    find: <Line>(matches: (line: Report) => boolean): Promise<Line | undefined> =>
      new Promise((resolve) => {
        waiting.push({ offer: (line) => void ((line === undefined || matches(line)) && resolve(line as Line)) });
      }),
  };
}

function parseReport(text: string): Report | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? (line as Report) : undefined;
  } catch {
    return undefined;
  }
}
