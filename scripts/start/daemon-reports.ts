/** The reports of a daemon that starts: one JSON line each on its standard output. */
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
  /** For `already_running`: address and pid of the daemon that holds the data folder, if they are known. */
  url?: string;
  pid?: number;
}

export type SelfCheckLine =
  | { selfCheck: 'passed'; startupMs?: number }
  | { selfCheck: 'failed'; reason: string }
  | { selfCheck: 'skipped'; reason: string; nextStep?: string };

export interface DaemonReports {
  /** Undefined if the daemon exits without a report. */
  ready: Promise<ReadyLine | NotReadyLine | undefined>;
  selfCheck: Promise<SelfCheckLine | undefined>;
}

/** @param stdout of the daemon; its end is the daemon's exit */
export function readReports(stdout: Readable): DaemonReports {
  const waiting: Waiting[] = [];
  const offer = (line: Report | undefined) => {
    for (const one of waiting) one.offer(line);
  };
  /** Resolves with the first line that matches, or with undefined at the end of the output. */
  const find = <Line>(matches: (line: Report) => boolean): Promise<Line | undefined> =>
    new Promise((resolve) => {
      waiting.push({ offer: (line) => void ((line === undefined || matches(line)) && resolve(line as Line)) });
    });
  const lines = createInterface({ input: stdout });
  lines.on('line', (text) => {
    const line = parseReport(text);
    if (line !== undefined) offer(line);
  });
  lines.on('close', () => offer(undefined));
  return {
    ready: find<ReadyLine | NotReadyLine>(({ ready }) => typeof ready === 'boolean'),
    selfCheck: find<SelfCheckLine>(({ selfCheck }) => typeof selfCheck === 'string'),
  };
}

type Report = Record<string, unknown>;

interface Waiting {
  /** Receives each line, and undefined at the end of the output. */
  offer: (line: Report | undefined) => void;
}

function parseReport(text: string): Report | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? (line as Report) : undefined;
  } catch {
    return undefined;
  }
}
