import { type ChildProcess, spawn } from 'node:child_process';
import { kill, platform } from 'node:process';
import type { EmbeddedAssets } from './assets.ts';
import { type ChildCommand, type ChildKind, childCommand } from './child-command.ts';
import { type ChildFrame, createFrameReader } from './frame-reader.ts';

/** A child process: boots, takes one job, ends. */
export interface Child {
  kind: ChildKind;
  /** Resolves when it waits for its job; rejects when it dies before. */
  booted: Promise<void>;
  /** Gives it the job; the frames of its run go to `onFrame`. */
  send(pieces: readonly Uint8Array[], listener: ChildListener): void;
  kill(): void;
  /** Resolves when nothing of it is left. */
  gone: Promise<void>;
  hasEnded(): boolean;
}

export interface ChildListener {
  onFrame: (frame: ChildFrame) => void;
  /** It broke the protocol. */
  onFault: (error: unknown) => void;
  /** It is gone; by this signal, if one ended it. */
  onEnd: (signal: string | null) => void;
}

export interface ChildMaker {
  assets: EmbeddedAssets;
  /** The bubblewrap to wrap it in; undefined where none works. */
  bwrap: string | undefined;
}

export function startChild({ assets, bwrap }: ChildMaker, kind: ChildKind): Child {
  const { process, gone } = launch(childCommand(assets, kind, bwrap));
  const booted = Promise.withResolvers<void>();
  booted.promise.catch(() => undefined);
  let listener: ChildListener | undefined;
  let hasEnded = false;
  const end = () => {
    // Its number may be another's by then.
    if (!hasEnded) endGroup(process);
  };

  const read = createFrameReader((frame) => {
    if (frame.type === 'B') booted.resolve();
    else listener?.onFrame(frame);
  });
  process.stdout?.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      end();
      listener?.onFault(error);
    }
  });
  void gone.then((signal) => {
    hasEnded = true;
    booted.reject(new Error('an interpreter of the embedded engine did not start'));
    listener?.onEnd(signal);
  });
  return {
    kind,
    booted: booted.promise,
    send: (pieces, next) => {
      listener = next;
      if (hasEnded) return next.onEnd(null);
      for (const piece of pieces) process.stdin?.write(piece);
    },
    kill: end,
    gone: gone.then(() => undefined),
    hasEnded: () => hasEnded,
  };
}

/**
 * Ends a child with all that belongs to it. Bubblewrap is two processes, and the inner one dies with the outer only
 * once it has asked for that: before, it waits for a word of the outer one, for ever if that was killed alone.
 */
function endGroup(process: ChildProcess): void {
  const { pid } = process;
  if (pid === undefined || platform === 'win32') process.kill('SIGKILL');
  else killGroup(pid);
  process.stdin?.destroy();
}

function killGroup(pid: number): void {
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

/** What it writes to its standard error could be anything of the program's, so nobody reads it. */
function launch({ command, args }: ChildCommand): { process: ChildProcess; gone: Promise<string | null> } {
  const process = spawn(command, args, {
    env: {},
    cwd: '/',
    // A session and a group of processes of its own, which end as one, and without a terminal to reach.
    detached: platform !== 'win32',
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const gone = new Promise<string | null>((resolve) => {
    process.once('error', () => resolve(null));
    process.once('close', (_code, signal) => resolve(signal));
  });
  // A child that died while its job was on the way to it: its end is told by `close`.
  process.stdin?.on('error', () => undefined);
  process.stdout?.on('error', () => undefined);
  return { process, gone };
}
