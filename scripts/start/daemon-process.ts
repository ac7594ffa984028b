/** The daemon as a child of `npm start`: the reports on its standard output, and its exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { type DaemonReports, readReports } from './daemon-reports.ts';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface DaemonProcess extends DaemonReports {
  exited: Promise<Exit>;
  kill: (signal: NodeJS.Signals) => void;
}

export interface DaemonProgram {
  node: string;
  bundle: string;
  flags: readonly string[];
}

/** Starts the daemon. Its warnings go to the standard error of this process. */
export function startDaemon({ node, bundle, flags }: DaemonProgram): DaemonProcess {
  // In a session of its own, so that the terminal does not send Ctrl+C to the daemon a second time.
  const child = spawn(node, [bundle, ...flags], {
    stdio: ['inherit', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  });
  return { exited: exitOf(child), ...readReports(child.stdout), kill: (signal) => void child.kill(signal) };
}

/** Resolves when the process has exited and its output is closed. */
export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** Returns the exit code as a shell reports it: 128 and the signal's number after a signal. */
export function exitCodeOf({ code, signal }: Exit): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}
