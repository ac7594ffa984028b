import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Environment } from '../../src-shared-node/runtime-dir.ts';

/** Program, arguments and environment of the daemon. */
export interface DaemonProgram {
  /** The pinned Node 24, for which the daemon's addons are built. Electron's Node never loads them. */
  nodePath: string;
  bundlePath: string;
  flags: readonly string[];
  env: Environment;
  /** File for its standard error; truncated at each start. */
  errorOutputPath: string;
}

export interface StartedDaemon {
  child: ChildProcess;
  /** Its first report; undefined if it exits without one. */
  firstLine: Promise<FirstLine | undefined>;
  isReady(): boolean;
  /** Resolves when the process has exited. */
  exited: Promise<void>;
}

export type FirstLine = { ready: true } | { ready: false; error: string };

/** Returns false if a part of the program is missing. */
export function isComplete({ nodePath, bundlePath }: DaemonProgram): boolean {
  return existsSync(nodePath) && existsSync(bundlePath);
}

/**
 * Starts the daemon. Its standard error is a file instead of a pipe: writing to a pipe whose reader has exited would
 * terminate a daemon that outlives the shell. Its standard output has one line, the first report. The IPC channel is used
 * only to request a stop; a daemon that loses it continues.
 */
export function startDaemon({ nodePath, bundlePath, flags, env, errorOutputPath }: DaemonProgram): StartedDaemon {
  mkdirSync(dirname(errorOutputPath), { recursive: true, mode: 0o700 });
  const errorFile = openSync(errorOutputPath, 'w', 0o600);
  try {
    const child = spawn(nodePath, [bundlePath, ...flags], {
      // In its own session, so that the terminal's Ctrl+C reaches only the shell, which then stops the daemon gracefully.
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
 * Asks a daemon to stop gracefully: over its IPC channel, because a signal terminates a process on Windows at once. A
 * daemon that is not ready yet has accepted no request, so a signal terminates it.
 */
export function endDaemon({ child, isReady }: StartedDaemon): void {
  if (!isReady() || !child.connected) return void child.kill('SIGTERM');
  child.send('stop', (error) => {
    if (error) child.kill('SIGTERM');
  });
}

/** Removes the variables that control Electron or load code into Node, and the credentials of other clients. */
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
