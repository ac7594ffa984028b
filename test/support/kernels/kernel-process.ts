import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex, Readable } from 'node:stream';
import { setImmediate as nextLoopRound } from 'node:timers/promises';
import { until } from '../until.ts';
import { openChannel } from './kernel-channel.ts';
import type { CellOutcome, Completion, Inspection, KernelMessage } from './kernel-messages.ts';

export interface KernelOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The work directory of the kernel. */
  readonly cwd: string;
  /** Variables in addition to PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** If given, the kernel starts ahead of use, and receives this environment as its context. */
  readonly warmEnvironment?: Readonly<Record<string, string>>;
  /** True if only the kernel receives SIGINT, and not its process group. */
  readonly isSignalledAlone?: boolean;
}

/** A kernel that a test has started. It runs in its own process group, like in a sandbox. */
export interface KernelProcess {
  readonly pid: number;
  /** Resolves when the process has exited. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** All messages so far, oldest first. */
  readonly messages: readonly KernelMessage[];
  /** All standard output so far. */
  stdout(): string;
  /** All standard error so far. */
  stderr(): string;
  /** Runs a cell to its end. Rejects if the kernel closes its channel before. */
  run(code: string | Uint8Array): Promise<CellOutcome>;
  /** Completes at a cursor in UTF-16 units. The payload is JSON unless `payload` is given (Bash). */
  complete(code: string, cursor?: number): Promise<Completion>;
  inspect(code: string, cursor?: number): Promise<Inspection>;
  /** Sends any operation and returns its id. */
  send(operation: string, payload: string | Uint8Array): number;
  /** Resolves with the first message that the condition accepts. */
  next(condition: (message: KernelMessage) => boolean): Promise<KernelMessage>;
  /** Waits until the kernel's standard output contains a text. */
  printed(text: string): Promise<void>;
  /** Sends a signal as the daemon does: SIGINT interrupts Python and Bash. */
  signal(name: NodeJS.Signals): void;
  /** Sends SIGINT as the daemon does, and again each second. Resolves with the outcome of the cell. */
  interrupt<Outcome>(cell: Promise<Outcome>): Promise<Outcome>;
  /** Kills the process group and waits for the end of the kernel. */
  stop(): Promise<void>;
}

/** Starts a kernel with a socket as descriptor 3, and waits until it is ready. */
export async function startKernel(options: KernelOptions): Promise<KernelProcess> {
  const [program = '', ...args] = options.command;
  const { PATH = '', HOME = '/' } = process.env;
  const warm = options.warmEnvironment === undefined ? {} : { STRONGROOM_WARM: '1' };
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.env, ...warm },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`Cannot start ${program}.`);
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const streams = child.stdio as unknown as readonly [null, Readable, Readable, Duplex];
  const stdout = collect(streams[1]);
  const stderr = collect(streams[2]);
  const channel = openChannel(streams[3], options.warmEnvironment);
  let lastId = 0;

  const kernel: KernelProcess = {
    pid,
    exited,
    messages: channel.messages,
    stdout: stdout.text,
    stderr: stderr.text,
    run,
    complete: async (code, cursor) => (await ask('complete', cursorPayload(code, cursor))) as never,
    inspect: async (code, cursor) => (await ask('inspect', cursorPayload(code, cursor))) as never,
    send,
    next: channel.next,
    printed: (text) => until(() => stdout.text().includes(text)),
    signal: (name) => {
      process.kill(options.isSignalledAlone ? pid : -pid, name);
    },
    interrupt(cell) {
      kernel.signal('SIGINT');
      // The first can meet the code of a cell that catches it, and not the wait after it.
      const repeat = setInterval(() => kernel.signal('SIGINT'), 1000);
      return cell.finally(() => clearInterval(repeat));
    },
    async stop() {
      killGroup(pid);
      await exited;
    },
  };
  try {
    await channel.next(({ type }) => type === 'ready');
  } catch {
    await kernel.stop();
    throw new Error(`The kernel exited before it was ready: ${stderr.text()}`);
  }
  return kernel;

  function send(operation: string, payload: string | Uint8Array): number {
    lastId += 1;
    channel.send(operation, lastId, payload);
    return lastId;
  }

  async function run(code: string | Uint8Array): Promise<CellOutcome> {
    const before = [stdout.length(), stderr.length()] as const;
    const id = send('run', code);
    const done = await channel.next((message) => message.type === 'done' && message.id === id);
    await outputOfDone();
    const messages = channel.messages.filter((message) => message.type !== 'ready' && message.id === id);
    return {
      ...(done as Extract<KernelMessage, { type: 'done' }>),
      exitCode: done.type === 'done' ? done.exitCode : undefined,
      stdout: stdout.text(before[0]),
      stderr: stderr.text(before[1]),
      displays: messages.flatMap((message) => (message.type === 'display' ? [message.data] : [])),
      result: messages.find((message) => message.type === 'result')?.data,
      error: messages.find((message) => message.type === 'error'),
      messages,
    };
  }

  function ask(operation: 'complete' | 'inspect', payload: string): Promise<KernelMessage> {
    const id = send(operation, payload);
    return channel.next((message) => message.type === operation && message.id === id);
  }

  /** Reads the streams to their current end: the kernel has written all output of the cell before `done`. */
  async function outputOfDone(): Promise<void> {
    for (let quietRounds = 0, read = -1; quietRounds < 3; quietRounds += 1) {
      const length = stdout.length() + stderr.length();
      if (length !== read) quietRounds = 0;
      read = length;
      await nextLoopRound();
    }
  }

  /** Bash completes the text before the cursor; the other kernels receive JSON. */
  function cursorPayload(code: string, cursor = code.length): string {
    return program.endsWith('bash') ? code.slice(0, cursor) : JSON.stringify({ code, cursor });
  }
}

function collect(stream: Readable): { text(from?: number): string; length(): number } {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
  });
  return { text: (from = 0) => Buffer.concat(chunks).subarray(from).toString('utf8'), length: () => bytes };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The kernel and all its children have exited already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
