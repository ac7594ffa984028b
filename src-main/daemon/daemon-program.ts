import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Environment } from '../../src-shared-node/runtime-dir.ts';

/** What is started, and with what. */
export interface DaemonProgram {
  /** The pinned Node 24: the daemon's addons are made for it, and Electron's own Node never runs them. */
  nodePath: string;
  bundlePath: string;
  flags: readonly string[];
  env: Environment;
  /** Where its standard error goes; emptied at each start. */
  errorOutputPath: string;
}

export interface StartedDaemon {
  child: ChildProcess;
  /** What it says first; undefined when it ends without a word. */
  firstLine: Promise<FirstLine | undefined>;
  isReady(): boolean;
  /** Resolves when the process is gone. */
  exited: Promise<void>;
}

export type FirstLine = { ready: true } | { ready: false; error: string };

/** False where a part of the program is missing. */
export function isComplete({ nodePath, bundlePath }: DaemonProgram): boolean {
  return existsSync(nodePath) && existsSync(bundlePath);
}

/**
 * Starts the daemon. Its standard error is a file and no pipe: a daemon that outlives the shell would die of a pipe
 * whose reader is gone. Its standard output says one line, before anything could have gone wrong here.
 * The channel between the two is for the farewell alone; a daemon that loses it serves on.
 */
export function startDaemon({ nodePath, bundlePath, flags, env, errorOutputPath }: DaemonProgram): StartedDaemon {
  mkdirSync(dirname(errorOutputPath), { recursive: true, mode: 0o700 });
  const errorFile = openSync(errorOutputPath, 'w', 0o600);
  try {
    const child = spawn(nodePath, [bundlePath, ...flags], {
      // A session of its own: the terminal's Ctrl+C is for the shell, which then stops the daemon in good order.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', errorFile, 'ipc'],
      env: forDaemon(env),
      cwd: dirname(bundlePath),
      windowsHide: true,
    });
    const exited = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('close', () => resolve());
    });
    const firstLine = readFirstLine(child);
    let isReady = false;
    void firstLine.then((line) => {
      isReady = line?.ready === true;
    });
    return { child, exited, firstLine, isReady: () => isReady };
  } finally {
    closeSync(errorFile);
  }
}

/**
 * Asks a daemon to end in good order: over its channel, for a signal ends a process on Windows at once. One that has not
 * said that it is ready has acknowledged nothing to anybody, and is ended by the signal.
 */
export function endDaemon({ child, isReady }: StartedDaemon): void {
  if (!isReady() || !child.connected) return void child.kill('SIGTERM');
  child.send('stop', (error) => {
    if (error) child.kill('SIGTERM');
  });
}

/** Nothing that steers Electron or loads code into Node, and no credential of another client. */
function forDaemon(env: Environment): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !/^(ELECTRON_.*|NODE_OPTIONS|STRONGROOM_API_KEY)$/.test(name));
  return Object.fromEntries(kept);
}

function readFirstLine({ stdout }: ChildProcess): Promise<FirstLine | undefined> {
  if (stdout === null) return Promise.resolve(undefined);
  const lines = createInterface({ input: stdout });
  return new Promise((resolve) => {
    lines.once('line', (text) => resolve(parse(text)));
    lines.once('close', () => resolve(undefined));
  });
}

function parse(text: string): FirstLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line !== 'object' || line === null || !('ready' in line)) return undefined;
    if (line.ready === true) return { ready: true };
    return { ready: false, error: 'error' in line ? String(line.error) : 'internal' };
  } catch {
    return undefined;
  }
}
