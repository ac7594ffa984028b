import { type ChildProcess, spawn } from 'node:child_process';
import { platform } from 'node:process';
import { frameTypes } from '../../../resources/embedded/protocol.mjs';
import { type ProgramInput, StdinClosedError } from '../../wire/program-input.ts';
import { killGroup } from '../kill-group.ts';
import type { EmbeddedAssets } from './assets.ts';
import { type ChildCommand, type ChildKind, childCommand } from './child-command.ts';
import { type ChildFrame, createFrameReader } from './frame-reader.ts';

/** A child process. It boots, runs one job and exits. */
export interface Child {
  kind: ChildKind;
  /** Resolves when the child waits for its job; rejects if it exits before. */
  booted: Promise<void>;
  /** Sends the job. The listener receives the frames of the run. */
  send(pieces: readonly Uint8Array[], listener: ChildListener): void;
  /** The input of a program whose job has `opensStdin`. */
  input: ProgramInput;
  kill(): void;
  /** Resolves when the process has exited. */
  exited: Promise<void>;
  hasExited(): boolean;
}

export interface ChildListener {
  onFrame: (frame: ChildFrame) => void;
  /** The child violated the protocol. */
  onViolation: (error: unknown) => void;
  /** The child has exited; `signal` is set if a signal killed it. */
  onExit: (signal: string | null) => void;
}

export interface ChildMaker {
  assets: EmbeddedAssets;
  /** Path of bubblewrap; undefined if none works here. */
  bwrap: string | undefined;
}

export function startChild({ assets, bwrap }: ChildMaker, kind: ChildKind): Child {
  const { process, exited } = launch(childCommand(assets, kind, bwrap));
  const booted = Promise.withResolvers<void>();
  booted.promise.catch(() => undefined);
  let listener: ChildListener | undefined;
  let hasExited = false;
  const kill = () => {
    // After the exit, another process may have the same pid.
    if (!hasExited) killAll(process);
  };

  const read = createFrameReader((frame) => {
    if (frame.type === frameTypes.booted) booted.resolve();
    else listener?.onFrame(frame);
  });
  process.stdout?.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      kill();
      listener?.onViolation(error);
    }
  });
  void exited.then((signal) => {
    hasExited = true;
    booted.reject(new Error('an interpreter of the embedded engine did not start'));
    listener?.onExit(signal);
  });
  return {
    kind,
    booted: booted.promise,
    send: (pieces, next) => {
      listener = next;
      if (hasExited) return next.onExit(null);
      for (const piece of pieces) process.stdin?.write(piece);
    },
    input: inputOf(process),
    kill,
    exited: exited.then(() => undefined),
    hasExited: () => hasExited,
  };
}

/** Resolves each write when the pipe has taken the bytes, so that input waits while the program does not read. */
function inputOf({ stdin }: ChildProcess): ProgramInput {
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        if (stdin?.writable) stdin.write(bytes, (error) => (error ? reject(new StdinClosedError()) : resolve()));
        else reject(new StdinClosedError());
      }),
    endInput: () => stdin?.end(),
  };
}

/**
 * Kills a child with its whole process group. Bubblewrap is two processes. While it starts, the inner one waits for the
 * outer one and would wait for ever if only the outer one were killed.
 */
function killAll(process: ChildProcess): void {
  killGroup(process);
  process.stdin?.destroy();
}

/** Starts the process. Its standard error is ignored, because an escaped program could write anything there. */
function launch({ command, args }: ChildCommand): { process: ChildProcess; exited: Promise<string | null> } {
  const process = spawn(command, args, {
    env: {},
    cwd: '/',
    // A session and a process group of its own, which can be killed together and has no terminal.
    detached: platform !== 'win32',
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const exited = new Promise<string | null>((resolve) => {
    process.once('error', () => resolve(null));
    process.once('close', (_code, signal) => resolve(signal));
  });
  // Writing to a child that has exited fails; `close` reports the exit.
  process.stdin?.on('error', () => undefined);
  process.stdout?.on('error', () => undefined);
  return { process, exited };
}
